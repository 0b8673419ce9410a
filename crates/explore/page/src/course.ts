// The course: a lesson beside the page, whose task is checked by running the test.

import { button, byId, el, fill } from "./dom";
import { LESSONS, type Lesson, type Task } from "./lessons";
import { verdict } from "./outcomes";
import type { Page } from "./page";

const KEY = "lakmus-course";

function solved(): Set<number> {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]") as number[]);
  } catch {
    return new Set();
  }
}

function note(number: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved().add(number)]));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** A text without what lays it out. */
const squeezed = (text: string) => text.replace(/\s+/g, "");
/** What the condition of a test says: from its last quantifier on. */
const condition = (text: string) => squeezed(text).match(/(~?exists|forall)(?!.*(?:exists|forall)).*$/)?.[0] ?? "";

export class Course {
  private number = 0;
  private marked = new Set<string>();
  private original = "";

  constructor(private readonly page: Page) {}

  toggle(): void {
    const aside = byId("course");
    aside.hidden = !aside.hidden;
    byId("main").classList.toggle("with-course", !aside.hidden);
    if (!aside.hidden) void this.open(Math.max(0, LESSONS.findIndex((_, number) => !solved().has(number))));
  }

  private async open(number: number): Promise<void> {
    const lesson = LESSONS[number];
    if (!lesson) return;
    this.number = number;
    this.marked = new Set();
    const found = this.page.start.examples.find((one) => one.group === lesson.example?.[0] && one.name === lesson.example[1]);
    const test = lesson.test ?? { name: `${found?.name}.litmus`, text: found?.text ?? "" };
    this.original = test.text;
    this.draw(lesson);
    await this.page.open({ n: test.name, t: test.text, m: lesson.models.map((name) => [name, null]) });
    this.draw(lesson);
  }

  private draw(lesson: Lesson, said?: { right: boolean; text: string }): void {
    const aside = byId("course");
    const choice = el("select", { "aria-label": "Lesson" }, ...LESSONS.map((one, number) => el("option", { value: String(number), selected: number === this.number }, `${number + 1}. ${one.title}${solved().has(number) ? " ✓" : ""}`)));
    choice.addEventListener("change", () => void this.open(Number(choice.value)));
    fill(
      aside,
      el("div", { class: "course-head" }, choice, button("×", () => this.toggle(), { "aria-label": "close the course", class: "close" })),
      el("h2", {}, `${this.number + 1}. ${lesson.title}`),
      ...lesson.text.map((text) => el("p", {}, text)),
      el("section", { class: "task" }, el("p", {}, el("b", {}, lesson.task.question)), lesson.task.kind === "outcomes" ? this.outcomes(lesson) : null, el("p", {}, button("Check", () => void this.check(lesson), { class: "check-answer" })), said ? el("p", { class: said.right ? "yes" : "no", role: "alert" }, said.text) : null),
      el("details", {}, el("summary", {}, "A hint"), el("p", {}, lesson.hint)),
      said?.right && this.number + 1 < LESSONS.length ? el("p", {}, button("Next lesson", () => void this.open(this.number + 1))) : null,
    );
  }

  private outcomes(lesson: Lesson): HTMLElement {
    const all = this.page.outcomes.map((outcome) => {
      const box = el("input", { type: "checkbox", checked: this.marked.has(outcome) });
      box.addEventListener("change", () => {
        if (box.checked) this.marked.add(outcome);
        else this.marked.delete(outcome);
      });
      return el("li", {}, el("label", {}, box, " ", el("code", {}, outcome)));
    });
    return el("ul", { class: "states", "aria-label": lesson.task.question }, ...all);
  }

  private async check(lesson: Lesson): Promise<void> {
    await this.page.run(this.page.state.selected);
    const said = lesson.task.kind === "outcomes" ? this.checkMarked(lesson.task) : this.checkChange(lesson.task);
    if (said.right) note(this.number);
    this.draw(lesson, said);
  }

  private column(model: string) {
    return this.page.state.columns[this.page.state.models.findIndex((one) => one.name === model && one.text === null)];
  }

  private checkMarked(task: Task & { kind: "outcomes" }): { right: boolean; text: string } {
    const [allowing, forbidding] = [this.column(task.allowedBy), this.column(task.forbiddenBy)];
    if (!allowing?.report || !forbidding?.report) return { right: false, text: `The table needs ${task.allowedBy} and ${task.forbiddenBy}, as they ship.` };
    const wanted = this.page.outcomes.filter((outcome) => verdict(allowing, outcome)?.allowed && verdict(forbidding, outcome)?.allowed === false);
    const right = wanted.length === this.marked.size && wanted.every((outcome) => this.marked.has(outcome));
    if (right) return { right, text: "Right: the models say the same." };
    const wrong = [...this.marked].find((outcome) => !wanted.includes(outcome));
    if (wrong) return { right, text: `${wrong} is ${verdict(allowing, wrong)?.allowed ? `allowed by ${task.forbiddenBy}, too` : `forbidden by ${task.allowedBy}`}.` };
    return { right, text: "One is missing." };
  }

  private checkChange(task: Task & { kind: "change" }): { right: boolean; text: string } {
    const { test } = this.page.state;
    const report = this.column(task.model)?.report;
    if (!report) return { right: false, text: `The test has no result under ${task.model}.` };
    if (condition(test) !== condition(this.original)) return { right: false, text: "The condition is to stay as it was." };
    const lost = task.keep.find((piece) => !squeezed(test).includes(squeezed(piece)));
    if (lost) return { right: false, text: `\`${lost}\` is to stay in the test.` };
    if (task.goal === "unflagged") {
      return report.flags.length ? { right: false, text: `${task.model} still raises: ${report.flags.join(", ")}.` } : { right: true, text: "Right: no flag is raised." };
    }
    const isForbidden = report.observation === "never";
    return isForbidden ? { right: true, text: `Right: ${task.model} forbids it now.` } : { right: false, text: `${task.model} still allows it. Click on its ✓ to see how.` };
  }
}
