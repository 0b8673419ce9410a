// A justification of `lakmus java check --json --justify`: executions that commit more and more actions, one at a time.

import { ask, shortfall } from "./ask";
import { button, drawing, el, fill } from "./dom";

// What is read is data of a file: every field may be missing.
type Data = Record<string, unknown>;

const list = (value: unknown): Data[] => (Array.isArray(value) ? (value as Data[]).filter((one) => typeof one === "object" && one !== null) : []);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The drawings as the library lays them out, alike; or why there are none. */
async function laidOut(drawings: unknown[]): Promise<string[] | string> {
  const all: string[] = [];
  let message = "";
  const end = await ask({ ask: "lay-out", drawings }, (line) => {
    if (line.kind === "laid-out") all.push(line["svg"] as string);
    else if (line.kind === "not-laid-out") message = line["message"] as string;
  });
  return all.length === drawings.length ? all : message || shortfall(end) || "they are not drawn";
}

/** A justification of a behaviour, or how far one gets. */
export function justification(data: Data): HTMLElement {
  const stages = list(data["stages"]);
  const { outcome, missed } = data;
  const drawings = stages.map((stage) => stage["drawing"]);
  if (missed) drawings.push(missed);
  let svgs: string[] | undefined;
  let shown = 0;

  const commits = (stage: Data) => texts(stage["commits"]).join(", ") || "nothing more";
  const canvas = el("div", { class: "canvas", tabindex: "0", role: "group", "aria-label": "Drawing of the stage" });
  const of = el("span", { class: "of", "aria-live": "polite" });
  const back = button("◀", () => turn(shown - 1), { "aria-label": "previous stage", title: "previous (←)" });
  const forth = button("▶", () => turn(shown + 1), { "aria-label": "next stage", title: "next (→)" });
  const entries = stages.map((stage, number) => el("li", {}, el("button", { type: "button", class: "stage", onclick: () => turn(number) }, "commits ", el("code", {}, commits(stage)))));

  function turn(to: number): void {
    if (to < 0 || to >= stages.length) return;
    shown = to;
    [back.disabled, forth.disabled] = [shown === 0, shown + 1 === stages.length];
    of.textContent = `stage ${shown + 1} of ${stages.length}`;
    entries.forEach((entry, number) => entry.firstElementChild!.setAttribute("aria-pressed", String(number === shown)));
    const svg = svgs?.[shown];
    if (svg) fill(canvas, labelled(svg, `stage ${shown + 1}: commits ${commits(stages[shown]!)}`));
  }

  const target = el("div", { class: "canvas", tabindex: "0", role: "group", "aria-label": "Drawing of the execution that is not justified" });
  void laidOut(drawings).then((found) => {
    if (typeof found === "string") {
      fill(canvas, el("p", { class: "trouble" }, `No drawing: ${found}.`));
      return;
    }
    svgs = found;
    turn(shown);
    if (missed) fill(target, labelled(found[found.length - 1]!, "the execution that is not justified"));
  });

  const section = el(
    "section",
    { class: "justification" },
    outcome ? el("p", {}, "This justifies ", el("code", {}, String(outcome)), " Each stage is an execution, and commits what its drawing sets off.") : null,
    !outcome && !missed ? el("p", {}, "No well-formed execution shows it.") : null,
    missed ? el("p", {}, "No justification was found for this execution:") : null,
    missed ? target : null,
    missed ? el("p", {}, stages.length ? "The longest sequence of stages towards it:" : "No execution is well-behaved: in each some read sees a write that does not happen before it.") : null,
    stages.length ? el("div", { class: "pager", role: "group", "aria-label": "Stages of the justification" }, back, of, forth) : null,
    stages.length ? el("ol", { class: "stages" }, ...entries) : null,
    stages.length ? canvas : null,
    outcome ? el("p", { class: "quiet" }, "The last stage is the execution that is justified.") : null,
    ...list(data["blocked"]).map((one) => el("div", {}, el("p", {}, el("code", {}, String(one["action"])), " cannot be committed next:"), el("ul", {}, ...texts(one["reasons"]).map((reason) => el("li", {}, reason))))),
  );
  section.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    turn(shown + by);
  });
  turn(0);
  return section;
}

function labelled(text: string, label: string): SVGSVGElement {
  const svg = drawing(text);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return svg;
}
