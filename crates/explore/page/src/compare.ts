// Two models side by side: the outcomes about which they differ, the clauses that matter, and the smallest test that distinguishes them.

import { ask, askOnce, type Place } from "./ask";
import { announce, button, byId, el, fill } from "./dom";
import { verdict } from "./outcomes";
import type { Page, View } from "./page";
import { sent } from "./state";

interface Found {
  clause: string;
  text: string;
  place: Place;
}

export function compareView(page: Page): View {
  let pair: [number, number] = [0, 1];
  /** By outcome, what was found out about it. */
  const clauses = new Map<string, { found: Found[]; done: string }>();
  let about = "";

  const name = (number: number) => page.state.models[number]?.name ?? "";
  const key = () => JSON.stringify([page.state.test, page.state.models.map(sent), pair]);

  async function lookForClauses(state: string, forbidding: number): Promise<void> {
    const mine = { found: [] as Found[], done: "…" };
    clauses.set(state, mine);
    redraw();
    const asked = key();
    await ask({ ask: "clauses", test: { name: page.state.testName, text: page.state.test }, model: sent(page.state.models[forbidding]!), state }, (line) => {
      if (asked !== key()) return;
      if (line.kind === "clause") mine.found.push(line as unknown as Found);
      else if (line.kind === "clauses") mine.done = `${line["count"]} clauses were taken out, one at a time${line["is_complete"] ? "" : "; the time was over then"}.`;
      redraw();
    });
    if (mine.done === "…") mine.done = "The search was cut.";
    redraw();
  }

  async function distinguish(allow: number, forbid: number): Promise<void> {
    announce(`Looking for the smallest test that ${name(allow)} allows and ${name(forbid)} forbids …`);
    const [one, other] = [page.state.models[allow]!, page.state.models[forbid]!];
    const line = await askOnce({ ask: "distinguish", test: { name: page.state.testName, text: page.state.test }, allow: sent(one), forbid: sent(other) });
    if (line.kind === "distinguishing") {
      await page.open({ n: "D.litmus", t: line["text"] as string, m: page.state.models.map((model) => [model.name, model.text]) });
      announce(`Found after ${line["programs"]} programs: ${one.name} allows its outcome, ${other.name} forbids it.`);
      return;
    }
    const why = (line["message"] as string | null) ?? "";
    const searched = line["is_complete"] ? `There is none with up to ${line["events"]} events` : "None was found in the time that there is";
    announce(`${searched}${why ? `: ${why}` : ""}.`);
  }

  const redraw = () => {
    if (page.shownView === "compare") draw(byId("results-body"));
  };

  function choice(which: 0 | 1): HTMLElement {
    const select = el("select", { "aria-label": which === 0 ? "First model" : "Second model" }, ...page.state.models.map((model, number) => el("option", { value: String(number), selected: pair[which] === number }, model.name)));
    select.addEventListener("change", () => {
      pair[which] = Number(select.value);
      redraw();
    });
    return select;
  }

  function difference(state: string, forbidding: number, allowing: number): HTMLElement {
    const known = clauses.get(state);
    const list = known?.found.map((one) => el("li", {}, `${one.clause} `, el("code", {}, one.text), " ", button(`${one.place.file.replace(/^<lakmus>\//, "")}:${one.place.line}`, () => void shown(one.place, forbidding), { class: "place-link" })));
    return el(
      "section",
      { class: "difference" },
      el("p", {}, el("code", {}, state), " ", el("b", { class: "yes" }, `✓ ${name(allowing)}`), " ", el("b", { class: "no" }, `✗ ${name(forbidding)}`)),
      el(
        "p",
        {},
        button(`Why ${name(forbidding)} forbids it`, () => void page.choose({ state, model: forbidding, allowed: false })),
        " ",
        button(`How ${name(allowing)} allows it`, () => void page.choose({ state, model: allowing, allowed: true })),
        " ",
        known ? null : button("Which clauses matter", () => void lookForClauses(state, forbidding)),
      ),
      known ? el("p", { class: "quiet" }, known.found.length ? "Without one of these the outcome is allowed:" : known.done === "…" ? "" : "No single clause forbids it: several do.") : null,
      list?.length ? el("ul", { class: "clauses" }, ...list) : null,
      known ? el("p", { class: "quiet" }, known.done) : null,
    );
  }

  async function shown(place: Place, model: number): Promise<void> {
    page.state.active = model;
    await page.showPlace(place, "defined", model);
  }

  function draw(body: HTMLElement): void {
    const count = page.state.models.length;
    if (about !== key()) {
      about = key();
      clauses.clear();
    }
    pair = [Math.min(pair[0], count - 1), Math.min(pair[1], count - 1)];
    if (pair[0] === pair[1] && count > 1) pair[1] = pair[0] === 0 ? 1 : 0;
    if (count < 2) {
      fill(body, el("p", { class: "quiet" }, "Two models are compared: add another one above."));
      return;
    }
    const [a, b] = pair;
    const says = (model: number, state: string) => verdict(page.state.columns[model], state)?.allowed;
    const differing = page.outcomes.filter((state) => says(a, state) !== undefined && says(b, state) !== undefined && says(a, state) !== says(b, state));
    fill(
      body,
      el("p", { class: "pair" }, choice(0), " and ", choice(1)),
      el("p", {}, differing.length ? `They differ about ${differing.length} of ${page.outcomes.length} outcomes.` : `They agree about all ${page.outcomes.length} outcomes of this test.`),
      ...differing.map((state) => (says(a, state) ? difference(state, b, a) : difference(state, a, b))),
      el("p", {}, "The smallest test that distinguishes them:"),
      el("p", {}, button(`${name(a)} allows, ${name(b)} forbids`, () => void distinguish(a, b)), " ", button(`${name(b)} allows, ${name(a)} forbids`, () => void distinguish(b, a))),
    );
  }

  return { name: "compare", title: "Compare models", draw };
}
