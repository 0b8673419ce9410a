// Reports of other commands: traces as time lines with a column for each thread, cycles beside their source, verdicts as tables.

import type { Start } from "./ask";
import { button, el, fill } from "./dom";
import { justification } from "./justification";
import type { Page, View } from "./page";

// What is read is data of a file: every field may be missing.
type Data = Record<string, unknown>;

const list = (value: unknown): Data[] => (Array.isArray(value) ? (value as Data[]).filter((one) => typeof one === "object" && one !== null) : []);
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const base = (path: unknown) => text(path).split("/").pop() ?? "";

/** A line of a time line. */
interface Moment {
  thread: number;
  what: string;
  place: string;
  file: string;
  line: number;
  notes: string[];
  /** What part it has in what was found. */
  part: string;
  /** Why the thread before it goes on no more. */
  reason: string;
}

interface Source {
  name: string;
  text: string;
}

type Reader = (report: Data, view: Report) => (HTMLElement | null)[] | undefined;

class Report {
  constructor(
    readonly page: Page,
    readonly sources: Source[],
  ) {}

  /** Source text around lines that matter; nothing where the file was not named on the command line. */
  source(file: string, lines: number[]): HTMLElement | null {
    const found = this.sources.find((source) => base(source.name) === base(file));
    if (!found || !lines.length) return null;
    const all = found.text.split("\n");
    const [first, last] = [Math.max(1, Math.min(...lines) - 3), Math.min(all.length, Math.max(...lines) + 3)];
    const rows = all.slice(first - 1, last).map((line, index) => el("div", { class: lines.includes(first + index) ? "source-line lit-line" : "source-line" }, el("span", { class: "number" }, String(first + index)), line || " "));
    return el("figure", { class: "source" }, el("figcaption", {}, found.name), el("div", { class: "source-text", tabindex: "0", role: "group", "aria-label": `source ${found.name}` }, ...rows));
  }

  timeline(moments: Moment[]): HTMLElement {
    const threads = [...new Set(moments.map((moment) => moment.thread))].sort((a, b) => a - b);
    const head = el("tr", {}, ...threads.map((thread) => el("th", { scope: "col" }, `thread ${thread}`)));
    const rows = moments.map((moment) =>
      el(
        "tr",
        {},
        ...threads.map((thread) =>
          thread !== moment.thread
            ? el("td", {})
            : el(
                "td",
                { class: `moment${moment.part ? " part" : ""}` },
                moment.reason ? el("div", { class: "reason" }, moment.reason) : null,
                el("div", {}, moment.what),
                moment.place ? el("div", { class: "where" }, moment.place) : null,
                ...moment.notes.map((note) => el("div", { class: "note" }, note)),
                moment.part ? el("div", { class: "part-name" }, moment.part) : null,
              ),
        ),
      ),
    );
    const files = new Map<string, number[]>();
    for (const moment of moments) if (moment.line && moment.part) files.set(moment.file, [...(files.get(moment.file) ?? []), moment.line]);
    const sources = [...files].map(([file, lines]) => this.source(file, lines)).filter((one) => one !== null);
    return el("div", { class: "timeline-box" }, el("div", { class: "timeline", tabindex: "0", role: "group", "aria-label": "time line" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))), ...sources);
  }
}

/** `lakmus test --json -- PROG`. */
const tested: Reader = (report, view) => {
  if (!Array.isArray(report["findings"]) || !report["program"]) return undefined;
  const findings = list(report["findings"]);
  return [
    el("p", {}, `${texts(report["program"]).join(" ") || text(report["program"])}: ${findings.length} found in ${list(report["executions"]).length} executions${report["complete"] ? "" : "; the run was ended early"}.`),
    ...findings.map((finding) => {
      const trace = finding["trace"] as Data | undefined;
      const moments = list(trace?.["turns"]).flatMap((turn) =>
        list(turn["events"]).map((event, index): Moment => {
          const place = (event["place"] ?? {}) as Data;
          const times = Number(event["times"] ?? 1);
          return {
            thread: Number(turn["thread"]),
            what: text(event["does"]) + (times > 1 ? ` (${times} times)` : ""),
            place: place["file"] ? `${text(place["function"])} ${base(place["file"])}:${text(place["line"])}` : "",
            file: text(place["file"]),
            line: Number(place["line"] ?? 0),
            notes: texts(event["notes"]),
            part: text(event["part"]),
            reason: index === 0 ? text(turn["reason"]) : "",
          };
        }),
      );
      const memory = finding["memory"] as Data | undefined;
      const accesses = list(finding["accesses"]).map((access) => {
        const frame = list(access["stack"])[0] ?? {};
        return el("li", {}, `thread ${text(access["thread"])}: ${text(access["access"])} of ${text(access["size"])} bytes in ${text(frame["function"])}, ${base(frame["file"])}:${text(frame["line"])}`);
      });
      return el(
        "section",
        { class: "finding" },
        el("h3", {}, text(finding["message"]), memory?.["name"] ? el("code", {}, ` ${text(memory["name"])}`) : null),
        el("p", { class: "quiet" }, `in ${text(finding["executions"])} executions, first with seed ${text(finding["seed"])}`),
        accesses.length ? el("ul", {}, ...accesses) : null,
        moments.length ? view.timeline(moments) : el("p", { class: "quiet" }, text(finding["no_trace"]) || "No trace: `lakmus test --trace` records one."),
      );
    }),
  ];
};

/** `lakmus verify --json`. */
const verified: Reader = (report, view) => {
  if (!report["verdict"] || !("trace" in report || "violation" in report || report["engine"])) return undefined;
  const steps = list(report["trace"]);
  const moments = steps.map((step, number): Moment => {
    const [file, line] = text(step["place"]).split(":");
    return { thread: Number(step["thread"] ?? 0), what: text(step["what"]), place: `${text(step["function"])} ${text(step["place"])}`, file: file ?? "", line: Number(line ?? 0), notes: [], part: number === steps.length - 1 ? "then it is violated" : "", reason: "" };
  });
  return [
    el("p", {}, `${text(report["program"] ?? report["test"])} under ${text(report["model"])}: `, el("b", { class: report["verdict"] === "violated" ? "no" : "yes" }, text(report["verdict"]))),
    report["violation"] ? el("p", {}, text(report["violation"])) : null,
    moments.length ? view.timeline(moments) : null,
  ];
};

/** `lakmus fence --json`. */
const fenced: Reader = (report, view) => {
  if (!Array.isArray(report["fences"])) return undefined;
  const fences = list(report["fences"]);
  return [
    el("p", {}, report["robust"] ? "Robust: no fence is needed." : `${fences.length} ${fences.length === 1 ? "fence is" : "fences are"} needed under ${text(report["model"])}.`),
    ...fences.map((fence) =>
      el(
        "section",
        { class: "finding" },
        el("h3", {}, `${text(fence["kind"])} fence ${text(fence["position"])} ${base(fence["file"])}:${text(fence["line"])}:${text(fence["column"])}`, fence["group"] ? el("span", { class: "quiet" }, ` ${text(fence["group"])}`) : null),
        ...list(fence["cycles"]).flatMap((cycle) => {
          const accesses = list(cycle["accesses"]);
          const lines = accesses.filter((access) => base(access["file"]) === base(fence["file"])).map((access) => Number(access["line"]));
          return [
            el("p", {}, "It cuts the critical cycle ", el("b", {}, text(cycle["shape"])), ":"),
            el("ol", {}, ...accesses.map((access) => el("li", {}, el("code", {}, `${text(access["access"])} ${text(access["variable"])}`), ` in ${text(access["function"])}, ${base(access["file"])}:${text(access["line"])}`))),
            view.source(text(fence["file"]), [...lines, Number(fence["line"])]),
          ].filter((one) => one !== null);
        }),
      ),
    ),
  ];
};

/** `lakmus mix run --format json`. */
const mixed: Reader = (report, view) => {
  if (!Array.isArray(report["profiles"]) || !Array.isArray(report["tests"])) return undefined;
  const tests = list(report["tests"]);
  const isWith = (test: Data) => list(test["bugs"]).length > 0;
  return [
    el("p", {}, `${tests.length} ${tests.length === 1 ? "test" : "tests"} mixed by ${texts(report["profiles"]).join(", ")}; ${tests.filter(isWith).length} with bugs.`),
    ...tests.filter(isWith).flatMap((test) =>
      list(test["bugs"]).map((bug) =>
        el(
          "section",
          { class: "finding" },
          el("h3", {}, `${text(test["name"])} on ${text(bug["architecture"])}: ${text(bug["kind"])}`),
          el("p", {}, "The test cannot end in ", el("code", {}, texts(bug["extra"]).join(" or "))),
          ...list(bug["culprits"]).map((culprit) => el("div", {}, el("b", {}, text(culprit["piece"])), ` ${text(list(test["pieces"]).find((piece) => piece["name"] === culprit["piece"])?.["source"])} by ${texts(culprit["profiles"]).join(", ")}`, el("pre", { class: "code", tabindex: "0" }, texts(culprit["code"]).join("\n")))),
          el("p", {}, button("Open the combined test", () => {
            void view.page.open({ n: `${text(test["name"])}.litmus`, t: text(bug["litmus"]), m: [] });
            view.page.turnTo("outcomes");
          })),
        ),
      ),
    ),
  ];
};

/** Records of `lakmus java check --json` and `lakmus run --json`. */
const checked: Reader = (report) => {
  if (!("test" in report) || !("file" in report)) return undefined;
  const result = (report["result"] ?? {}) as Data;
  const outcomes = texts(report["outcomes"]).concat(list(result["states"]).map((state) => Object.entries(state).map(([place, value]) => `${place}=${text(value)};`).join(" ")));
  const verdict = text(report["verdict"] ?? result["observation"]);
  return [
    el("h3", {}, `${text(report["test"])}${report["model"] ? ` under ${text(report["model"])}` : ""}: `, el("span", { class: verdict === "forbidden" || verdict === "never" ? "no" : "yes" }, verdict)),
    ...list(report["behaviours"]).flatMap((one) => [
      el("p", {}, el("code", {}, text(one["condition"])), ` ${text(one["verdict"])}`, one["witness"] ? el("span", { class: "quiet" }, `, as ${text(one["witness"])} shows`) : null),
      one["justification"] ? justification(one["justification"] as Data) : null,
    ]),
    outcomes.length ? el("ul", { class: "states" }, ...outcomes.map((outcome) => el("li", {}, el("code", {}, outcome)))) : null,
  ];
};

const READERS = [tested, fenced, mixed, checked, verified];

/** The objects of a report: one, or one a line. */
function objects(content: string): Data[] {
  try {
    return [JSON.parse(content) as Data];
  } catch {
    return content.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Data);
  }
}

/** Reports that were named or opened, and their view, which is there when one is. */
export class Reports {
  private readonly reports: Source[] = [];
  private readonly sources: Source[] = [];
  private shown = 0;

  constructor(
    private readonly page: Page,
    files: Start["files"],
  ) {
    files.forEach((file) => this.add(file));
    this.shown = 0;
  }

  get isSome(): boolean {
    return this.reports.length > 0;
  }

  /** Takes a report, or a source that one is about; other files are nothing to it. A report that is added is shown next. */
  add({ kind, name, text }: Start["files"][number]): void {
    if (kind === "source") this.sources.push({ name, text });
    if (kind !== "report") return;
    this.reports.push({ name, text });
    if (this.reports.length === 1) this.page.addView(this.view());
    else this.shown = this.reports.length - 1;
  }

  private read(file: Source): (HTMLElement | null)[] {
    const view = new Report(this.page, this.sources);
    try {
      return objects(file.text).flatMap((one) => READERS.map((reader) => reader(one, view)).find((found) => found !== undefined) ?? [el("p", { class: "trouble" }, "This is no report that the page knows: those of run, java check, test, verify, fence and mix are read.")]);
    } catch (error) {
      return [el("p", { class: "trouble" }, `It is not JSON: ${String(error)}`)];
    }
  }

  private view(): View {
    return {
      name: "report",
      title: "Report",
      draw: (body) => {
        const choice = el("select", { "aria-label": "Report" }, ...this.reports.map((file, number) => el("option", { value: String(number), selected: number === this.shown }, file.name)));
        choice.addEventListener("change", () => {
          this.shown = Number(choice.value);
          this.page.draw();
        });
        const report = this.reports[this.shown]!;
        fill(body, this.reports.length > 1 ? el("p", {}, choice) : null, el("h2", { class: "report-name" }, report.name), ...this.read(report));
        document.body.classList.add("with-report");
      },
      leave: () => {
        document.body.classList.remove("with-report");
        this.page.drawExecution();
      },
    };
  }
}
