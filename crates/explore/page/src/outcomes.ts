// The outcomes as a table: a row each, a column for each model.

import type { Row } from "./ask";
import { el, fill } from "./dom";
import { inOrder, places, type Column, type Selected, type State } from "./state";

/** All outcomes that some model allows or that some candidate execution has, in order. */
export function outcomes(state: State): string[] {
  const all = new Set<string>();
  for (const column of state.columns) {
    for (const one of column.report?.states ?? []) all.add(one);
    for (const one of column.counts?.rows.keys() ?? []) all.add(one);
  }
  return [...all].sort(inOrder);
}

/** What a model says of an outcome; nothing where it is not known. */
export function verdict(column: Column | undefined, state: string): { allowed: boolean; row?: Row | undefined } | undefined {
  const row = column?.counts?.rows.get(state);
  if (column?.report) return { allowed: column.report.states.includes(state), row };
  return row ? { allowed: row.allowed > 0, row } : undefined;
}

/** Whether models disagree about an outcome. */
export function isContested(state: State, outcome: string): boolean {
  const said = state.columns.map((column) => verdict(column, outcome)?.allowed).filter((one) => one !== undefined);
  return said.includes(true) && said.includes(false);
}

function satisfies(state: State, outcome: string): boolean {
  return state.columns.some((column) => column.counts?.rows.get(outcome)?.satisfies);
}

function cell(state: State, outcome: string, number: number, choose: (selected: Selected) => void): HTMLTableCellElement {
  const said = verdict(state.columns[number], outcome);
  const model = state.models[number]?.name ?? "";
  if (!said) return el("td", { class: "verdict unknown" }, state.columns[number]?.trouble ? "" : "·");
  const { allowed, row } = said;
  const isSelected = state.selected?.state === outcome && state.selected.model === number;
  const count = allowed ? row?.allowed : row?.forbidden;
  const words = `${outcome} ${allowed ? "allowed" : "forbidden"} by ${model}${count === undefined ? "" : `, ${count} ${count === 1 ? "execution" : "executions"}`}`;
  return el(
    "td",
    { class: `verdict ${allowed ? "yes" : "no"}${isSelected ? " selected" : ""}` },
    el(
      "button",
      {
        type: "button",
        "aria-label": words,
        "aria-pressed": String(isSelected),
        "data-cell": `${number}`,
        title: allowed ? "its executions" : "why it is forbidden",
        onclick: () => choose({ state: outcome, model: number, allowed }),
      },
      el("span", { class: "sign", "aria-hidden": "true" }, allowed ? "✓" : "✗"),
      count === undefined ? null : el("span", { class: "count" }, String(count)),
    ),
  );
}

function heading(state: State, number: number, isOver: boolean): HTMLTableCellElement {
  const { report, counts, trouble } = state.columns[number] ?? {};
  const numbers = report?.is_counted ? ` ${report.positive} ${report.negative}` : "";
  const said = report ? `${report.observation[0]!.toUpperCase()}${report.observation.slice(1)}${numbers}` : trouble ? "no result" : "…";
  const flags = report?.flags.length ? el("span", { class: "flag", title: "raised by the model" }, report.flags.join(", ")) : null;
  const cut = report?.is_cut ? el("span", { class: "flag", title: `a loop was cut at the unroll bound${report.cut_at ? ` (${report.cut_at})` : ""}` }, "loop cut") : null;
  const uncounted = report && !report.is_counted && isOver ? el("span", { class: "flag", title: "there are too many executions to be counted in the time that a run has" }, "not counted") : null;
  const partly = counts && !counts.isComplete ? el("span", { class: "flag", title: "counts are of the first candidate executions" }, `first ${counts.candidates}`) : null;
  return el("th", { scope: "col", class: "model" }, el("span", { class: "name" }, state.models[number]?.name ?? ""), el("span", { class: `observation ${report?.verdict ?? ""}` }, said), flags, cut, uncounted, partly);
}

/** Draws the table. */
export function table(parent: HTMLElement, state: State, choose: (selected: Selected) => void): void {
  const all = outcomes(state);
  const names = places(all[0] ?? "").map(([name]) => name);
  const isRegular = all.every((one) => places(one).map(([name]) => name).join() === names.join()) && names.length <= 8;
  const head = el(
    "tr",
    {},
    ...(isRegular ? names : ["outcome"]).map((name) => el("th", { scope: "col", class: "place" }, name)),
    el("th", { scope: "col", class: "mark" }, el("span", { class: "hidden" }, "remarks")),
    ...state.models.map((_, number) => heading(state, number, !document.body.classList.contains("running"))),
  );
  const rows = all.map((outcome) => {
    const asked = satisfies(state, outcome);
    const contested = isContested(state, outcome);
    const values = isRegular ? places(outcome).map(([, value]) => value) : [outcome];
    const marks = el(
      "td",
      { class: "mark" },
      asked ? el("span", { class: "asked", title: "the condition holds in it" }, "∃") : null,
      contested ? el("span", { class: "contested", title: "the models disagree" }, "≠") : null,
    );
    return el(
      "tr",
      { class: `${asked ? "asked" : ""}${contested ? " contested" : ""}` },
      ...values.map((value, index) => (index === 0 ? el("th", { scope: "row", class: "place" }, value) : el("td", { class: "place" }, value))),
      marks,
      ...state.models.map((_, number) => cell(state, outcome, number, choose)),
    );
  });
  const body = el("tbody", {}, ...rows);
  body.addEventListener("keydown", (event) => move(event, body));
  const troubles = state.columns.flatMap((column, number) => (column.trouble ? [el("p", { class: "trouble" }, el("b", {}, `${state.models[number]?.name}: `), column.trouble)] : []));
  const condition = state.columns.find((column) => column.report)?.report?.condition;
  fill(
    parent,
    condition ? el("p", { class: "condition" }, el("code", {}, condition)) : null,
    all.length ? el("table", { class: "outcomes" }, el("thead", {}, head), body) : null,
    all.length || troubles.length ? null : el("p", { class: "quiet" }, state.columns.some((column) => column.report) ? "No execution is allowed." : "Running …"),
    ...troubles,
  );
}

/** Arrow keys move from cell to cell. */
function move(event: KeyboardEvent, body: HTMLElement): void {
  const from = (event.target as HTMLElement).closest("button");
  const row = from?.closest("tr");
  if (!from || !row) return;
  const rows = [...body.querySelectorAll("tr")];
  const number = Number(from.dataset["cell"]);
  const at = rows.indexOf(row);
  const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] ?? [0, 0];
  if (!down && !right) return;
  event.preventDefault();
  const target = rows[at + down!]?.querySelector<HTMLElement>(`button[data-cell="${number + right!}"]`);
  target?.focus();
}
