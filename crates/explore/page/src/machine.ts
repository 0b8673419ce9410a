// A C test beside what installed compilers make of it: statement by statement, as a test of the machine, and mixed.

import { ask, shortfall, type Place, who } from "./ask";
import { button, byId, el, fill } from "./dom";
import type { Page, View } from "./page";

interface Profile {
  name: string;
  /** Its command, or where the table is from. */
  origin: string;
  is_table: boolean;
  architecture: string;
}

interface Compiled {
  profile: string;
  model: string;
  way: string;
  text: string;
  pieces: { name: string; place: Place; code: string[] }[];
}

interface Bug {
  architecture: string;
  model: string;
  culprits: [string, string][];
  extra: string[];
  is_load_buffering: boolean;
  text: string;
}

/** So many colours distinguish statements; then they begin again. */
const COLOURS = 8;

export function machineView(page: Page): View {
  let profiles: Profile[] | undefined;
  let chosen: string[] = [];
  let compiled: Compiled[] = [];
  let failures: [string, string][] = [];
  let bugs: Bug[] | undefined;
  let mixed = "";
  let said = "";
  let asked = "";
  /** What the machine's tests end in, by profile. */
  const outcomes = new Map<string, string>();

  const isC = () => /^\s*C\b/.test(page.state.test);
  const redraw = () => {
    if (page.shownView === "machine") show(byId("results-body"));
  };
  const test = () => ({ name: page.state.testName, text: page.state.test });

  /** One compiler for each architecture, the newest. */
  function usual(all: Profile[]): string[] {
    const wanted = ["x86_64-base", "aarch64-lse", "riscv64-gc", "powerpc64le-power9"];
    return wanted.flatMap((word) => all.filter((one) => !one.is_table && one.name.endsWith(word)).slice(-1)).map((one) => one.name);
  }

  async function refresh(): Promise<void> {
    if (!who().hasCompilers || !isC()) return redraw();
    if (!profiles) {
      const found: Profile[] = [];
      await ask({ ask: "profiles" }, (line) => found.push(line as unknown as Profile));
      profiles = found;
      chosen = usual(found);
    }
    const now = JSON.stringify([test(), chosen]);
    if (now === asked) return;
    asked = now;
    [compiled, failures, bugs, mixed, said] = [[], [], undefined, "", "Compiling …"];
    outcomes.clear();
    redraw();
    const end = await ask({ ask: "compile", test: test(), profiles: chosen }, (line) => {
      if (now !== asked) return;
      if (line.kind === "compiled") compiled.push(line as unknown as Compiled);
      else if (line.kind === "not-compiled") failures.push([line["profile"] as string, line["message"] as string]);
      else if (line.kind === "unusable") failures.push(["the test", line["message"] as string]);
    });
    if (now !== asked) return;
    said = shortfall(end);
    redraw();
    mark();
    for (const one of compiled) await simulate(one, now);
  }

  /** Runs a machine's test under the model of the machine. */
  async function simulate(one: Compiled, now: string): Promise<void> {
    await ask({ ask: "run", test: { name: `${one.profile}.litmus`, text: one.text }, models: [{ name: one.model, text: null }] }, (line) => {
      if (line.kind === "report") outcomes.set(one.profile, line["is_counted"] ? `${line["observation"]} ${line["positive"]} ${line["negative"]}` : `${line["observation"]} (not counted)`);
      else if (line.kind === "refused" || line.kind === "stopped") outcomes.set(one.profile, line["message"] as string);
    });
    if (now === asked) redraw();
  }

  async function mix(): Promise<void> {
    const now = asked;
    [bugs, mixed] = [[], "Mixing …"];
    redraw();
    const end = await ask({ ask: "mix", test: test(), profiles: chosen }, (line) => {
      if (line.kind === "bug") bugs?.push(line as unknown as Bug);
      else if (line.kind === "mixed") mixed = (line["message"] as string | null) ?? `${line["judged"]} of ${line["combinations"]} combinations of code were judged.`;
      else if (line.kind === "unusable") mixed = line["message"] as string;
    });
    if (now !== asked) return;
    const short = shortfall(end);
    if (short) mixed = `Mixing: ${short}.`;
    redraw();
  }

  /** Colours the statements of the test as their code is. */
  function mark(): void {
    const pieces = compiled[0]?.pieces ?? [];
    page.test.mark(pieces.map((piece, number) => ({ from: piece.place.from, to: piece.place.from, kind: `piece-${number % COLOURS}` })));
  }

  function open(name: string, text: string, model: string): void {
    void page.open({ n: `${name}.litmus`, t: text, m: [[model, null]] });
    page.turnTo("outcomes");
  }

  function column(one: Compiled): HTMLElement {
    const threads = new Map<string, HTMLElement[]>();
    one.pieces.forEach((piece, number) => {
      const thread = piece.name.split("_")[0] ?? "";
      const code = el("pre", { class: `code piece-${number % COLOURS}`, tabindex: "0", "aria-label": `code of line ${piece.place.line}` }, piece.code.join("\n") || "(none)");
      threads.set(thread, [...(threads.get(thread) ?? []), code]);
    });
    const profile = profiles?.find((known) => known.name === one.profile);
    return el(
      "section",
      { class: "compiled" },
      el("h3", { title: profile?.origin ?? "" }, one.profile),
      el("p", { class: "quiet" }, `${one.model}: `, el("b", {}, outcomes.get(one.profile) ?? "…"), one.way ? ` (${one.way})` : ""),
      ...[...threads].map(([thread, code]) => el("div", {}, el("h4", {}, thread), ...code)),
      el("p", {}, button("Open this test", () => open(one.profile, one.text, one.model))),
    );
  }

  /** Those of one kind that are not chosen yet, below a heading. */
  function offered(label: string, areTables: boolean): HTMLElement[] {
    const left = (profiles ?? []).filter((one) => one.is_table === areTables && !chosen.includes(one.name));
    return left.length ? [el("optgroup", { label }, ...left.map((one) => el("option", { value: one.name, title: one.origin }, one.name)))] : [];
  }

  function choice(): HTMLElement {
    const select = el("select", { "aria-label": "Add a compiler" }, el("option", { value: "" }, "+ compiler"), ...offered("Compilers", false), ...offered("Mapping tables", true));
    select.addEventListener("change", () => {
      if (select.value) chosen = [...chosen, select.value];
      void refresh();
    });
    const tabs = chosen.map((name) =>
      el(
        "span",
        { class: "tab-pair" },
        el("span", { class: "tab-name" }, name),
        button("×", () => {
          chosen = chosen.filter((one) => one !== name);
          void refresh();
        }, { class: "close", "aria-label": `remove ${name}` }),
      ),
    );
    return el("div", { class: "compilers" }, ...tabs, select);
  }

  function found(): HTMLElement[] {
    return (bugs ?? []).map((bug) =>
      el(
        "section",
        { class: "difference" },
        el("p", {}, el("b", { class: "no" }, bug.is_load_buffering ? "Load buffering" : "A bug"), ` on ${bug.architecture} (${bug.model}): the test cannot end in `, el("code", {}, bug.extra[0] ?? "")),
        el("ul", {}, ...bug.culprits.map(([piece, profile]) => el("li", {}, el("code", {}, piece), ` compiled by ${profile}`))),
        el("p", {}, button("Open the combined test", () => open("mixed", bug.text, bug.model))),
      ),
    );
  }

  function show(body: HTMLElement): void {
    if (!who().hasCompilers) {
      fill(body, el("p", { class: "quiet" }, "Compilers are programs of your machine, and this page has no server that could run them: `lakmus explore` shows what they make of a C test, and mixes their code."));
      return;
    }
    if (!isC()) {
      fill(body, el("p", { class: "quiet" }, "This is for tests in C: choose one of the examples under C11."));
      return;
    }
    fill(
      body,
      profiles?.every((one) => one.is_table) ? el("p", { class: "trouble" }, "No compiler was found: install gcc or clang. Mapping tables can be added.") : null,
      choice(),
      said ? el("p", { class: "quiet" }, said) : null,
      ...failures.map(([who, why]) => el("p", { class: "trouble" }, el("b", {}, `${who}: `), why)),
      compiled.length ? el("p", {}, button("Mix these compilers", () => void mix()), " ", mixed ? el("span", { class: "quiet" }, mixed) : null) : null,
      bugs && !bugs.length && !mixed.endsWith("…") ? el("p", { class: "yes" }, "Every outcome is one of the test.") : null,
      ...found(),
      el("div", { class: "side-by-side" }, ...compiled.map(column)),
    );
  }

  return {
    name: "machine",
    title: "C to machine",
    draw: (body) => {
      document.body.classList.add("wide");
      show(body);
      void refresh();
    },
    leave: () => {
      document.body.classList.remove("wide");
      page.test.mark([]);
    },
  };
}
