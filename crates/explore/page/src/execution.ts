// One execution: the drawing, its legend, and why the model forbids it.

import type { Check, Execution, Place, Unfolded } from "./ask";
import { button, drawing, el, fill } from "./dom";
import type { State } from "./state";

export interface ExecutionActions {
  /** Another one of the executions that were found. */
  page: (to: number) => void;
  toggle: (relation: string) => void;
  /** Draws these relations of the model, too. */
  show: (names: string[]) => void;
  /** Shows a place of a model. */
  place: (place: Place, kind: string) => void;
  /** Marks lines of the test. */
  lines: (lines: number[]) => void;
  save: (format: string) => void;
  /** Whether there is no server to ask. */
  isFrozen?: boolean;
}

/** Every relation that some of the executions has, with what it looks like. */
export function relations(executions: Execution[]): [string, string, boolean][] {
  const all = new Map<string, [string, string, boolean]>();
  for (const execution of executions) for (const style of execution.styles) all.set(style[0], all.get(style[0]) ?? style);
  return [...all.values()];
}

/** Hides the edges of relations that are switched off. */
export function applyHidden(svg: SVGSVGElement, hidden: Set<string>): void {
  for (const edge of svg.querySelectorAll<SVGGElement>(".edge")) {
    edge.classList.toggle("off", hidden.has(edge.dataset["style"] ?? ""));
  }
}

/** A piece of a line as drawings have it: what it looks like is said by their style sheet alone. */
function swatch(colour: string, dashed: boolean): SVGSVGElement {
  const make = <K extends keyof SVGElementTagNameMap>(tag: K, attributes: Record<string, string>): SVGElementTagNameMap[K] => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const svg = make("svg", { class: "drawing", width: "18", height: "8", "aria-hidden": "true" });
  svg.append(make("line", { class: `line ${colour}${dashed ? " dashed" : ""}`, x1: "0", y1: "4", x2: "18", y2: "4" }));
  return svg;
}

function legend(state: State, actions: ExecutionActions): HTMLElement {
  const chips = relations(state.executions).map(([name, colour, dashed]) => {
    const isOn = !state.hidden.has(name);
    return el(
      "button",
      { type: "button", class: "chip", "aria-pressed": String(isOn), title: `${isOn ? "hide" : "show"} ${name}`, onclick: () => actions.toggle(name) },
      swatch(colour, dashed),
      name,
    );
  });
  const more = el("input", { type: "text", class: "more", value: state.show.join(" "), placeholder: "more relations", "aria-label": "More relations of the model to draw, by name", size: "13" });
  more.addEventListener("change", () => actions.show(more.value.split(/[\s,]+/).filter((name) => name !== "")));
  return el("div", { class: "legend", role: "group", "aria-label": "Relations that are drawn" }, ...chips, actions.isFrozen ? null : more);
}

function pager(state: State, actions: ExecutionActions): HTMLElement {
  const count = state.executions.length;
  const step = (by: number) => () => actions.page(state.shown + by);
  const total = state.isComplete ? String(count) : `${count}, cut`;
  return el(
    "div",
    { class: "pager", role: "group", "aria-label": "Executions with this outcome" },
    button("◀", step(-1), { "aria-label": "previous execution", disabled: state.shown === 0, title: "previous (←)" }),
    el("span", { class: "of" }, `${state.shown + 1} of ${total}`),
    button("▶", step(1), { "aria-label": "next execution", disabled: state.shown + 1 >= count, title: "next (→)" }),
  );
}

/** Emphasises edges between events, and the lines of the test. */
function highlight(svg: SVGSVGElement, execution: Execution, steps: Unfolded[], actions: ExecutionActions): void {
  const pairs = steps.map((step) => [execution.nodes[step.from], execution.nodes[step.to]]);
  const isOne = (a: string | undefined, b: string | undefined) => pairs.some(([from, to]) => (String(from) === a && String(to) === b) || (String(from) === b && String(to) === a));
  for (const edge of svg.querySelectorAll<SVGGElement>(".edge")) {
    edge.classList.toggle("lit", isOne(edge.dataset["from"], edge.dataset["to"]));
  }
  const nodes = new Set(pairs.flat().map(String));
  for (const node of svg.querySelectorAll<SVGGElement>(".node")) node.classList.toggle("lit", nodes.has(node.dataset["node"] ?? ""));
  svg.classList.toggle("lighting", pairs.length > 0);
  const lines = [...new Set(pairs.flat().map((node) => (typeof node === "number" ? execution.lines[node] : null)))];
  actions.lines(lines.filter((line): line is number => typeof line === "number"));
}

/** The steps that are not taken apart any further. */
export function base(steps: Unfolded[]): Unfolded[] {
  return steps.flatMap((step) => (step.parts.length ? base(step.parts) : [step]));
}

function placeLink(place: Place, actions: ExecutionActions, kind: string): HTMLElement {
  const name = place.file.replace(/^<lakmus>\//, "");
  return button(`${name}:${place.line}`, () => actions.place(place, kind), { class: "place-link", title: "show it in the model" });
}

function unfolded(step: Unfolded, light: (steps: Unfolded[]) => void, actions: ExecutionActions): HTMLElement {
  const line = el(
    "span",
    { class: "step", tabindex: "0", onmouseenter: () => light([step]), onmouseleave: () => light([]), onfocus: () => light([step]), onblur: () => light([]) },
    el("span", { class: "event" }, step.source),
    el("span", { class: "relation" }, ` ${step.relation} `),
    el("span", { class: "event" }, step.target),
  );
  const place = step.place ? placeLink(step.place, actions, "defined") : null;
  if (!step.parts.length) return el("li", {}, line, place);
  return el("li", {}, el("details", {}, el("summary", {}, line, place), el("ol", { class: "steps" }, ...step.parts.map((part) => unfolded(part, light, actions)))));
}

function explained(check: Check, isFirst: boolean, light: (steps: Unfolded[]) => void, actions: ExecutionActions): HTMLElement {
  const steps = base(check.steps);
  const title = check.is_flag
    ? [el("b", {}, check.name || "undefined"), " is raised: "]
    : [check.name ? el("b", {}, check.name) : "A check", isFirst ? " fails: " : " fails, too: "];
  const sentences = check.sentences.map((sentence) => {
    const about = () => light(steps.slice(sentence.from, sentence.to));
    return el("li", { tabindex: "0", onmouseenter: about, onmouseleave: () => light([]), onfocus: about, onblur: () => light([]) }, sentence.text);
  });
  return el(
    "section",
    { class: `check${check.is_flag ? " is-flag" : ""}` },
    el("p", { class: "check-head" }, ...title, el("code", {}, check.text), " ", placeLink(check.place, actions, check.is_flag ? "defined" : "failing")),
    ...check.chains.map((chain) => el("p", { class: "chain" }, el("code", {}, chain))),
    sentences.length ? el("ol", { class: "sentences" }, ...sentences) : null,
    check.steps.some((step) => step.parts.length)
      ? el("details", { class: "unfold" }, el("summary", {}, "Step by step, as the model defines it"), el("ol", { class: "steps" }, ...check.steps.map((step) => unfolded(step, light, actions))))
      : null,
  );
}

/** The drawing and the explanation of an execution. */
export function shownExecution(parent: HTMLElement, execution: Execution, hidden: Set<string>, actions: ExecutionActions): void {
  const svg = drawing(execution.svg);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `Execution${execution.state ? ` with ${execution.state}` : ""}`);
  applyHidden(svg, hidden);
  for (const node of svg.querySelectorAll<SVGGElement>(".node")) {
    const line = execution.lines[Number(node.dataset["node"])];
    node.addEventListener("mouseenter", () => actions.lines(line ? [line] : []));
    node.addEventListener("mouseleave", () => actions.lines([]));
  }
  const light = (steps: Unfolded[]) => highlight(svg, execution, base(steps), actions);
  let isFirst = true;
  const checks = execution.checks.map((check) => {
    const section = explained(check, isFirst, light, actions);
    if (!check.is_flag) isFirst = false;
    return section;
  });
  fill(parent, el("div", { class: "canvas", tabindex: "0", role: "group", "aria-label": "Drawing" }, svg), ...checks);
}

/** The whole pane. */
export function pane(head: HTMLElement, body: HTMLElement, state: State, actions: ExecutionActions): void {
  const execution = state.executions[state.shown];
  const { selected } = state;
  if (!selected) {
    fill(head, el("h2", {}, "Execution"));
    fill(body, el("p", { class: "quiet" }, "Choose an outcome: ✓ shows its executions, ✗ why the model forbids it."));
    return;
  }
  const model = state.models[selected.model]?.name ?? "";
  const save = el("select", { "aria-label": "Save the drawing", class: "save" }, el("option", { value: "" }, "Save as…"), ...["SVG", "PNG", "DOT", "TikZ"].map((name) => el("option", { value: name }, name)));
  save.addEventListener("change", () => {
    actions.save(save.value);
    save.value = "";
  });
  fill(
    head,
    el("h2", {}, el("span", { class: selected.allowed ? "yes" : "no" }, selected.allowed ? "Allowed" : "Forbidden"), ` by ${model}`),
    el("code", { class: "outcome" }, selected.state),
    execution ? pager(state, actions) : null,
    execution && !actions.isFrozen ? save : null,
  );
  if (!execution) {
    fill(body, el("p", { class: "quiet" }, "Looking for executions …"));
    return;
  }
  const scroll = body.scrollTop;
  const content = el("div");
  shownExecution(content, execution, state.hidden, actions);
  fill(body, legend(state, actions), content);
  body.scrollTop = scroll;
}
