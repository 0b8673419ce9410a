// One HTML file without a server: what is on the page, with all that was asked about it, answered.

import { ask, type Line, recorded, type Start, who } from "./ask";
import { announce, download } from "./dom";
import { pageFile } from "./file";
import { verdict } from "./outcomes";
import type { Page } from "./page";
import { carried, sent, type Carried } from "./state";

/** What such a file carries. */
export interface Frozen {
  start: Start;
  carried: Carried;
  hidden: string[];
  theme: string;
  /** By question, the lines of the answer. */
  answers: [string, Line[]][];
}

/** So many executions of an outcome are kept, and so many outcomes. */
const MOST_EXECUTIONS = 40;
const MOST_CELLS = 120;

/** What the file of this page carries; nothing where it comes from a server. */
export function frozen(): Frozen | undefined {
  const element = document.getElementById("frozen");
  return element ? (JSON.parse(element.textContent ?? "null") as Frozen) : undefined;
}

/** Only the first of many executions. */
function shortened(lines: Line[]): Line[] {
  const executions = lines.filter((line) => line.kind === "execution");
  if (executions.length <= MOST_EXECUTIONS) return lines;
  const others = lines.filter((line) => line.kind !== "execution");
  return [...executions.slice(0, MOST_EXECUTIONS), ...others.map((line) => (line.kind === "last" ? { ...line, count: MOST_EXECUTIONS, is_complete: false } : line))];
}

export async function share(page: Page): Promise<void> {
  const { state } = page;
  const cells = page.outcomes.flatMap((outcome) => state.models.map((_, model) => ({ state: outcome, model, allowed: verdict(state.columns[model], outcome)?.allowed ?? false })));
  for (const [number, cell] of cells.slice(0, MOST_CELLS).entries()) {
    announce(`Putting together the file: ${number + 1} of ${Math.min(cells.length, MOST_CELLS)} …`);
    await ask(page.questionOf(cell), () => undefined);
  }
  for (const model of state.models) await ask({ ask: "file", name: model.name }, () => undefined);
  for (const model of state.models) await ask({ ask: "edit", what: "model", name: `${model.name}.cat`, text: model.text ?? model.shipped }, () => undefined);
  const answers = [...recorded].map(([question, lines]): [string, Line[]] => [question, shortened(lines)]);
  const models = state.models.map(sent).map((model) => JSON.stringify(model));
  const test = JSON.stringify({ name: state.testName, text: state.test });
  // What was asked of other texts, before, is of no use there.
  const isOfThis = (question: string) => question.includes(test) || models.some((model) => question.includes(model)) || /^\{"ask":"(file|edit)"/.test(question);
  const data: Frozen = {
    start: { ...page.start, files: [], examples: [], shapes: [] },
    carried: carried(state),
    hidden: [...state.hidden],
    theme: document.documentElement.dataset["theme"] ?? "light",
    answers: answers.filter(([question]) => isOfThis(question)),
  };
  const [script, style, drawings] = await Promise.all([who().part("page.js"), who().part("page.css"), who().part("drawing.css")]);
  const title = state.info?.name ?? "test";
  const html = pageFile({
    title: `${title} (Lakmus)`,
    theme: data.theme,
    policy: "",
    style,
    drawings,
    body: skeleton,
    loads: [{ id: "frozen", type: "application/json", text: JSON.stringify(data) }],
    script,
  });
  download(`${title.replace(/[^\w+.-]+/g, "-")}.html`, html, "text/html");
  announce("The file is saved. It opens in any browser, without a server.");
}

/** The elements of the document's body before anything was put into them; taken when the page begins. */
let skeleton = "";

export function keepSkeleton(): void {
  const copy = document.body.cloneNode(true) as HTMLElement;
  copy.querySelectorAll("script").forEach((script) => script.remove());
  skeleton = copy.innerHTML;
}
