// The page as a whole: what is edited, what is asked, what is shown where.

import { ask, askOnce, shortfall, type Execution, type Line, type Place, type Remark, type Report, type Row, type Start, type TestInfo } from "./ask";
import { announce, byId, button, el, fill } from "./dom";
import { Editor } from "./editor";
import { pane } from "./execution";
import { Language } from "./language";
import { outcomes, table, verdict } from "./outcomes";
import { fragment } from "./permalink";
import { save } from "./save";
import { carried, fitting, sent, type Carried, type Model, type Selected, type State } from "./state";

/** How long the page waits for another key, in milliseconds. */
const PAUSE = 250;

/** A view in the place of the table of outcomes. */
export interface View {
  name: string;
  title: string;
  /** Draws it anew, since a test or a model is another one. */
  draw: (body: HTMLElement) => void;
  /** It is left. */
  leave?: () => void;
}

export class Page {
  readonly state: State;
  readonly test: Editor;
  readonly model: Editor;
  readonly language: Language;
  private readonly views: View[] = [];
  private view = "outcomes";
  private running: AbortController | undefined;
  private looking: AbortController | undefined;
  private timer: number | undefined;
  /** What the model's editor shows where it is no model of the page: a file that one includes. */
  private included: { name: string; text: string } | undefined;
  private readonly files = new Map<string, string>();

  constructor(readonly start: Start, first: Carried, readonly isFrozen = false) {
    this.state = { testName: first.n, test: first.t, models: [], active: 0, columns: [], executions: [], isComplete: true, shown: 0, hidden: new Set(), show: [] };
    this.language = new Language(this);
    this.test = new Editor({
      parent: byId("test-editor"),
      label: "Litmus test",
      changed: (text) => {
        this.state.test = text;
        this.language.edited("test");
        this.soon();
      },
      complete: this.language.completion("test"),
      hover: this.language.hover("test"),
    });
    this.model = new Editor({
      parent: byId("model-editor"),
      label: "Model in cat",
      changed: (text) => this.editedModel(text),
      complete: this.language.completion("model"),
      hover: this.language.hover("model"),
    });
    this.addView({ name: "outcomes", title: "Outcomes", draw: (body) => table(body, this.state, (selected) => void this.choose(selected)) });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  addView(view: View): void {
    this.views.push(view);
  }

  /** Another test, and models for it. */
  async open(first: Carried): Promise<void> {
    this.state.testName = first.n;
    this.state.test = first.t;
    this.test.set(first.t, this.isFrozen);
    const name = document.querySelector<HTMLInputElement>(".test-name");
    if (name) name.value = first.n;
    this.state.selected = undefined;
    if (first.m.length) {
      this.state.models = await Promise.all(first.m.map(([name, text]) => this.loaded(name, text)));
    } else {
      await this.fitModels();
    }
    this.state.active = 0;
    this.included = undefined;
    this.showModel();
    this.language.edited("test");
    await this.run(first.s);
  }

  /** Models for tests of the language that the test says it is in, where those that are there are for another one. */
  private async fitModels(): Promise<void> {
    const language = this.state.test.trimStart().split(/\s+/)[0] ?? "";
    const known = this.start.languages.find((one) => one.name === language);
    const isKernel = language === "C" && /\b(READ_ONCE|WRITE_ONCE|smp_\w+|rcu_read_lock|spin_lock)\b/.test(this.state.test);
    const fit = new Map(fitting(this.start, language).map((model) => [model.name, model]));
    const kept = this.state.models.filter((model) => model.text !== null || fit.has(model.name));
    const isOwn = (model: Model) => model.text !== null || (fit.get(model.name)?.architecture ?? null) !== null;
    if (kept.some(isOwn) && (!isKernel || kept.some((model) => model.name === "lkmm"))) {
      this.state.models = kept;
      return;
    }
    const own = isKernel ? "lkmm" : (known?.model ?? "sc");
    const names = own === "sc" || isKernel ? [own] : ["sc", own];
    this.state.models = await Promise.all(names.map((name) => this.loaded(name, null)));
  }

  async loaded(name: string, text: string | null): Promise<Model> {
    const shipped = await this.file(name);
    return { name, text: text === shipped ? null : text, shipped };
  }

  private async file(name: string): Promise<string> {
    const known = this.files.get(name);
    if (known !== undefined) return known;
    const line = await askOnce({ ask: "file", name });
    const text = (line["text"] as string | null) ?? "";
    this.files.set(name, text);
    return text;
  }

  get isShipped(): (name: string) => boolean {
    return (name) => this.start.models.some((model) => model.name === name);
  }

  // Models

  async addModel(name: string, text: string | null = null): Promise<void> {
    const known = this.state.models.findIndex((model) => model.name === name);
    if (known >= 0 && text === null) this.state.active = known;
    else {
      this.state.models.push(await this.loaded(name, text));
      this.state.active = this.state.models.length - 1;
    }
    this.included = undefined;
    this.showModel();
    await this.run(this.state.selected);
  }

  async removeModel(number: number): Promise<void> {
    this.state.models.splice(number, 1);
    this.state.active = Math.min(this.state.active, this.state.models.length - 1);
    this.state.selected = undefined;
    this.included = undefined;
    this.showModel();
    await this.run();
  }

  private editedModel(text: string): void {
    const model = this.state.models[this.state.active];
    if (!model || this.included) return;
    model.text = text === model.shipped ? null : text;
    this.language.edited("model");
    this.modelHead();
    this.soon();
  }

  /** The model whose text is edited; none while a file that it includes is shown. */
  get activeModel(): Model | undefined {
    return this.included ? undefined : this.state.models[this.state.active];
  }

  private showModel(): void {
    const model = this.state.models[this.state.active];
    if (this.included) this.model.set(this.included.text, true);
    else this.model.set(model ? (model.text ?? model.shipped) : "", !model || this.isFrozen);
    this.modelHead();
    this.language.edited("model");
  }

  private modelHead(): void {
    const { models, active } = this.state;
    const tabs = models.map((model, number) => {
      const isActive = number === active && !this.included;
      const tab = el(
        "button",
        {
          type: "button",
          class: "tab",
          "aria-pressed": String(isActive),
          onclick: () => {
            this.state.active = number;
            this.included = undefined;
            this.showModel();
            this.markFailing();
            // Some views are about the model that is shown.
            this.draw();
          },
        },
        model.name + (model.text !== null && model.shipped ? "*" : ""),
      );
      const close = models.length > 1 && !this.isFrozen ? button("×", () => void this.removeModel(number), { class: "close", "aria-label": `remove ${model.name}`, title: "remove" }) : null;
      return el("span", { class: `tab-pair${isActive ? " active" : ""}` }, tab, close);
    });
    const included = this.included ? el("span", { class: "tab-pair active" }, el("span", { class: "tab" }, `${this.included.name} (included)`), button("×", () => this.leaveIncluded(), { class: "close", "aria-label": "back to the model" })) : null;
    const choice = el("select", { "aria-label": "Add a model", class: "add-model" }, el("option", { value: "" }, "+ model"));
    for (const model of fitting(this.start, this.state.info?.language)) {
      if (!models.some((one) => one.name === model.name)) choice.append(el("option", { value: model.name, title: model.summary }, model.name));
    }
    choice.append(el("option", { value: "\n" }, "a copy to edit"));
    choice.addEventListener("change", () => {
      if (choice.value === "\n") void this.copyModel();
      else if (choice.value) void this.addModel(choice.value);
    });
    const own = this.activeModel;
    const reset = own && own.text !== null && own.shipped ? button("undo edits", () => void this.resetModel(), { class: "link" }) : null;
    fill(byId("model-head"), el("h2", {}, "Models"), ...tabs, included, this.isFrozen ? null : choice, reset);
  }

  private async copyModel(): Promise<void> {
    const model = this.state.models[this.state.active];
    if (!model) return;
    let name = `my-${model.name}`;
    while (this.state.models.some((one) => one.name === name)) name += "2";
    await this.addModel(name, model.text ?? model.shipped);
  }

  private async resetModel(): Promise<void> {
    const model = this.activeModel;
    if (!model) return;
    model.text = null;
    this.showModel();
    await this.run(this.state.selected);
  }

  private leaveIncluded(): void {
    this.included = undefined;
    this.showModel();
    this.markFailing();
  }

  /** Whether a text with this name is that of a model. */
  isFileOf(model: Model, file: string): boolean {
    return file === `<lakmus>/${model.name}.cat` || file === `${model.name}.cat`;
  }

  /** Shows a place of a model, or of what it includes. */
  async showPlace(place: Place, kind: string, of?: number): Promise<void> {
    const chosen = of ?? this.state.selected?.model ?? this.state.active;
    const model = this.state.models[chosen];
    if (!model) return;
    this.state.active = chosen;
    if (this.isFileOf(model, place.file)) this.included = undefined;
    else {
      const name = place.file.replace(/^<lakmus>\//, "");
      this.included = { name, text: await this.file(name) };
    }
    this.showModel();
    this.model.mark([{ from: place.from, to: place.to, kind }], true);
  }

  /** Marks the check that the execution on the page fails, where the model's text is shown. */
  private markFailing(scroll = false): void {
    const { selected, executions, shown, active, models } = this.state;
    const check = executions[shown]?.checks.find((one) => !one.is_flag);
    const model = models[active];
    if (!model || this.included || selected?.model !== active || !check || !this.isFileOf(model, check.place.file)) {
      this.model.mark([]);
      return;
    }
    this.model.mark([{ from: check.place.from, to: check.place.to, kind: "failing" }], scroll);
  }

  // Running

  /** Runs when no key was pressed for a while. */
  private soon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.run(this.state.selected), PAUSE);
  }

  async run(keep?: Selected): Promise<void> {
    clearTimeout(this.timer);
    this.running?.abort();
    this.looking?.abort();
    const running = (this.running = new AbortController());
    const { state } = this;
    let isFresh = true;
    // What is there stays until there is something new: no flicker while typing.
    const begin = () => {
      if (!isFresh) return;
      isFresh = false;
      state.columns = state.models.map(() => ({}));
      state.executions = [];
      state.selected = undefined;
    };
    document.body.classList.add("running");
    try {
      const end = await ask(
        { ask: "run", test: { name: state.testName, text: state.test }, models: state.models.map(sent) },
        (line) => {
          begin();
          this.take(line);
        },
        running.signal,
      );
      begin();
      const short = shortfall(end);
      announce(short ? `Run ${short}.` : "");
      byId("status").classList.toggle("trouble", short !== "");
    } catch (error) {
      if (running.signal.aborted) return;
      throw error;
    }
    document.body.classList.remove("running");
    this.draw();
    void this.link();
    if (keep && verdict(state.columns[keep.model], keep.state)) {
      const now = verdict(state.columns[keep.model], keep.state)!;
      await this.choose({ ...keep, allowed: now.allowed }, true);
    }
  }

  private take(line: Line): void {
    const { state } = this;
    switch (line.kind) {
      case "test": {
        const info = line as unknown as TestInfo;
        state.info = info;
        this.test.remarks(info.warnings, (file) => file === state.testName);
        this.modelHead();
        break;
      }
      case "report": {
        const report = line as unknown as Report;
        state.columns[report.model] = { ...state.columns[report.model], report };
        break;
      }
      case "counts": {
        const number = line["model"] as number;
        const rows = new Map((line["rows"] as Row[]).map((row) => [row.state, row]));
        const counts = { rows, candidates: line["candidates"] as number, isComplete: line["is_complete"] as boolean };
        state.columns[number] = { ...state.columns[number], counts };
        break;
      }
      case "refused":
        this.refused(line["model"] as number | null, line["remarks"] as Remark[], line["message"] as string);
        break;
      case "stopped":
        if (typeof line["model"] === "number") state.columns[line["model"]] = { ...state.columns[line["model"]], trouble: line["message"] as string };
        break;
      default:
        break;
    }
    this.draw();
  }

  private refused(number: number | null, remarks: Remark[], message: string): void {
    const { state } = this;
    const ofTest = remarks.filter((remark) => remark.labels.some(([place]) => place.file === state.testName));
    if (number === null || ofTest.length) {
      this.test.remarks(remarks, (file) => file === state.testName);
    } else if (number === state.active && !this.included) {
      const model = state.models[number];
      if (model) this.model.remarks(remarks, (file) => this.isFileOf(model, file));
    }
    if (number !== null) state.columns[number] = { ...state.columns[number], trouble: remarks[0]?.message ?? message };
    else state.columns = state.models.map(() => ({ trouble: "the test cannot be read" }));
  }

  // Showing

  draw(): void {
    const body = byId("results-body");
    fill(
      byId("results-head"),
      el("h2", { class: "hidden" }, "Results"),
      el(
        "div",
        { class: "views", role: "group", "aria-label": "What is shown" },
        ...this.views.map((view) => button(view.title, () => this.turnTo(view.name), { class: "tab", "aria-pressed": String(view.name === this.view) })),
      ),
    );
    const focused = (document.activeElement as HTMLElement | null)?.closest("#results-body button")?.getAttribute("aria-label");
    this.views.find((view) => view.name === this.view)?.draw(body);
    if (focused) body.querySelector<HTMLElement>(`button[aria-label="${CSS.escape(focused)}"]`)?.focus();
    this.drawExecution();
  }

  turnTo(name: string): void {
    if (name === this.view) return;
    const left = this.views.find((view) => view.name === this.view);
    this.view = name;
    left?.leave?.();
    this.draw();
  }

  get shownView(): string {
    return this.view;
  }

  drawExecution(): void {
    if (this.view === "build" || this.view === "report") return;
    pane(byId("execution-head"), byId("execution-body"), this.state, {
      page: (to) => this.page(to),
      toggle: (name) => {
        if (!this.state.hidden.delete(name)) this.state.hidden.add(name);
        this.drawExecution();
        [...byId("execution-body").querySelectorAll<HTMLElement>(".chip")].find((chip) => chip.textContent === name)?.focus();
      },
      show: (names) => {
        this.state.show = names;
        if (this.state.selected) void this.choose(this.state.selected);
      },
      place: (place, kind) => void this.showPlace(place, kind),
      lines: (lines) => this.test.markLines(lines, "lit"),
      save: (format) => void save(this.state, format),
      isFrozen: this.isFrozen,
    });
  }

  /** Shows the executions of the first outcome that the condition asks about. */
  async chooseAsked(): Promise<void> {
    const model = this.state.models.length - 1;
    const asked = this.outcomes.find((outcome) => this.state.columns.some((column) => column.counts?.rows.get(outcome)?.satisfies));
    const said = asked === undefined ? undefined : verdict(this.state.columns[model], asked);
    if (asked !== undefined && said && !this.state.selected) await this.choose({ state: asked, model, allowed: said.allowed });
  }

  /** What is asked for a cell of the table. */
  questionOf(selected: Selected): object {
    const { state } = this;
    return { ask: "executions", test: { name: state.testName, text: state.test }, model: sent(state.models[selected.model]!), state: selected.state, allowed: selected.allowed, show: state.show };
  }

  /** Shows the executions of an outcome, and its model's text; the text that is shown stays where they are those of before, anew. */
  async choose(selected: Selected, isAnew = false): Promise<void> {
    const { state } = this;
    const model = state.models[selected.model];
    if (!model) return;
    this.looking?.abort();
    const looking = (this.looking = new AbortController());
    Object.assign(state, { selected, executions: [], isComplete: true, shown: 0 });
    if (!isAnew && (state.active !== selected.model || this.included)) {
      state.active = selected.model;
      this.included = undefined;
      this.showModel();
    }
    this.draw();
    const found: Execution[] = [];
    try {
      const end = await ask(
        this.questionOf(selected),
        (line) => {
          if (line.kind === "first") {
            state.executions = [line as unknown as Execution];
            state.isComplete = false;
            this.drawExecution();
            this.markFailing(true);
          } else if (line.kind === "execution") {
            found.push(line as unknown as Execution);
            state.executions = found;
            if (found.length === 1) {
              this.drawExecution();
              this.markFailing(true);
            }
          } else if (line.kind === "last") state.isComplete = line["is_complete"] as boolean;
          else if (line.kind === "refused" || line.kind === "stopped") announce(line["message"] as string);
        },
        looking.signal,
      );
      if (end.end !== "complete") {
        state.isComplete = false;
        announce(`Executions: ${shortfall(end)}.`);
      }
    } catch (error) {
      if (looking.signal.aborted) return;
      throw error;
    }
    this.drawExecution();
    this.markFailing();
    void this.link();
  }

  private page(to: number): void {
    const { state } = this;
    if (to < 0 || to >= state.executions.length) return;
    state.shown = to;
    const back = document.activeElement?.getAttribute("aria-label");
    this.drawExecution();
    this.markFailing();
    if (back) document.querySelector<HTMLElement>(`#execution-head [aria-label="${CSS.escape(back)}"]:not(:disabled)`)?.focus();
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      event.preventDefault();
      void this.run(this.state.selected);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(".cm-editor, input, select, textarea, .outcomes")) return;
    const to = { ArrowLeft: this.state.shown - 1, ArrowRight: this.state.shown + 1, Home: 0, End: this.state.executions.length - 1 }[event.key];
    if (to !== undefined && target.closest("#execution, body") && this.state.executions.length) {
      event.preventDefault();
      this.page(to);
    }
  }

  /** Puts a link to what is on the page into the address. */
  async link(): Promise<void> {
    if (this.isFrozen) return;
    history.replaceState(null, "", await fragment(carried(this.state)));
  }

  /** The outcomes that are on the page. */
  get outcomes(): string[] {
    return outcomes(this.state);
  }
}
