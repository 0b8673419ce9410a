// An execution built by choices: what is still open, what follows from what was chosen, and what the model says of all that remains.

import { askOnce, shortfall, type StepAnswer } from "./ask";
import { button, byId, el, fill } from "./dom";
import { shownExecution } from "./execution";
import type { Page, View } from "./page";
import { inOrder, sent } from "./state";

interface Choice {
  of: string;
  is: string;
}

const some = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

export function buildView(page: Page): View {
  let choices: Choice[] = [];
  let answer: StepAnswer | undefined;
  let trouble = "";
  let asked = "";
  let asking: AbortController | undefined;

  const question = () => ({
    ask: "step",
    test: { name: page.state.testName, text: page.state.test },
    model: sent(page.state.models[page.state.active]!),
    choices,
  });

  async function refresh(): Promise<void> {
    if (!page.state.models[page.state.active]) return;
    const now = JSON.stringify(question());
    if (now === asked) return;
    asked = now;
    asking?.abort();
    asking = new AbortController();
    try {
      const line = await askOnce(question(), asking.signal);
      if (now !== asked) return;
      answer = line.kind === "step" ? (line as unknown as StepAnswer) : undefined;
      trouble = line.kind === "step" ? "" : ((line["message"] as string | undefined) ?? shortfall(line));
      // Choices of another test fit nothing here.
      if (answer?.remaining === 0 && choices.length && answer.is_complete) {
        choices = [];
        asked = "";
        return void refresh();
      }
      show(byId("results-body"));
    } catch {
      // Another question was asked meanwhile.
    }
  }

  function choose(choice: Choice): void {
    choices = [...choices, choice];
    void refresh();
  }

  function undo(to: number): void {
    choices = choices.slice(0, to);
    void refresh();
  }

  function verdict(found: StepAnswer): HTMLElement {
    const model = page.state.models[page.state.active]?.name ?? "";
    const { remaining, allowed } = found;
    const of = found.is_complete ? "" : " of those that were looked at";
    if (remaining === 1) {
      return el("p", { class: "said" }, "One execution is left: ", el("b", { class: allowed ? "yes" : "no" }, allowed ? "allowed" : "forbidden"), ` by ${model}.`);
    }
    const words = allowed === 0 ? `${model} forbids all of them` : allowed === remaining ? `${model} allows all of them` : `${model} allows ${allowed} and forbids ${remaining - allowed}`;
    return el("p", { class: "said" }, `${some(remaining, "execution")}${of} can still be built: `, el("b", { class: allowed === 0 ? "no" : "yes" }, words), ".");
  }

  function show(body: HTMLElement): void {
    if (page.shownView !== "build") return;
    const made = choices.map((choice, number) =>
      el("li", {}, el("span", {}, `${choice.of.replace(/^(path of|read|order of) /, "")}: `), el("b", {}, choice.is), " ", button("undo", () => undo(number), { class: "link", "aria-label": `undo ${choice.of} and what followed` })),
    );
    const forced = (answer?.forced ?? []).filter((one) => !one.of.startsWith("path of"));
    const open = (answer?.open ?? []).map((one) =>
      el(
        "fieldset",
        { class: "open" },
        el("legend", {}, one.question),
        ...one.options.sort((a, b) => inOrder(a.is, b.is)).map((option) =>
          el(
            "button",
            { type: "button", class: `option ${option.allowed ? "yes" : "no"}`, title: `${option.allowed} of ${option.remaining} allowed`, onclick: () => choose({ of: one.of, is: option.is }) },
            el("span", {}, option.is),
            el("small", {}, `${option.allowed ? "✓" : "✗"} ${option.allowed}/${option.remaining}`),
          ),
        ),
      ),
    );
    const states = (answer?.states ?? []).sort((a, b) => inOrder(a[0], b[0]));
    fill(
      body,
      answer ? verdict(answer) : el("p", { class: trouble ? "trouble" : "quiet" }, trouble || "Looking for executions …"),
      made.length ? el("ol", { class: "made" }, ...made) : null,
      choices.length ? el("p", {}, button("Undo", () => undo(choices.length - 1)), " ", button("Start again", () => undo(0))) : null,
      ...open,
      forced.length && choices.length ? el("p", { class: "quiet" }, "It follows: ", forced.map((one) => `${one.of.replace(/^(read|order of) /, "")} ${one.is}`).join("; "), ".") : null,
      states.length && states.length <= 12
        ? el("ul", { class: "states" }, ...states.map(([state, allowed, forbidden]) => el("li", { class: allowed ? "yes" : "no" }, `${allowed ? "✓" : "✗"} `, el("code", {}, state), ` ${allowed}/${allowed + forbidden}`)))
        : null,
      answer?.failing.length
        ? el("p", { class: "quiet" }, "Checks that fail in some of them: ", ...answer.failing.flatMap(([name, place, count], index) => [index ? ", " : "", button(name, () => void page.showPlace(place, "failing"), { class: "place-link" }), ` (${count})`]))
        : null,
    );
    drawn();
  }

  function drawn(): void {
    const [head, body] = [byId("execution-head"), byId("execution-body")];
    const done = answer?.remaining === 1;
    fill(head, el("h2", {}, done ? "The execution" : "What is decided so far"), done && answer?.execution ? el("code", { class: "outcome" }, answer.execution.state) : null);
    if (!answer?.execution) {
      fill(body);
      return;
    }
    shownExecution(body, answer.execution, new Set(), {
      page: () => undefined,
      toggle: () => undefined,
      show: () => undefined,
      place: (place, kind) => void page.showPlace(place, kind),
      lines: (lines) => page.test.markLines(lines, "lit"),
      save: () => undefined,
    });
    if (!done) body.append(el("p", { class: "quiet" }, "Drawn is what all executions that remain have in common; ? stands for a value that is not decided."));
  }

  return {
    name: "build",
    title: "Build an execution",
    draw: (body) => {
      show(body);
      void refresh();
    },
    leave: () => page.drawExecution(),
  };
}
