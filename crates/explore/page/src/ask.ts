// Questions, and the lines of their answers.

export interface Place {
  file: string;
  line: number;
  from: number;
  to: number;
}

export interface Remark {
  severity: "error" | "warning";
  code: string;
  message: string;
  help: string[];
  labels: [Place, string][];
}

export interface Row {
  state: string;
  satisfies: boolean;
  allowed: number;
  forbidden: number;
}

export interface Unfolded {
  from: number;
  to: number;
  source: string;
  target: string;
  relation: string;
  place: Place | null;
  parts: Unfolded[];
}

export interface Check {
  name: string;
  text: string;
  place: Place;
  is_flag: boolean;
  chains: string[];
  sentences: { text: string; from: number; to: number }[];
  steps: Unfolded[];
}

export interface Execution {
  index: number;
  allowed: boolean;
  state: string;
  satisfies: boolean;
  flags: string[];
  svg: string;
  styles: [string, string, boolean][];
  nodes: (number | null)[];
  lines: (number | null)[];
  checks: Check[];
}

export interface Report {
  model: number;
  states: string[];
  claim: "allowed" | "forbidden" | "required";
  condition: string;
  verdict: "ok" | "no" | "undef";
  /** Whether executions were counted; where they were not, the two numbers are those of states. */
  is_counted: boolean;
  observation: "never" | "sometimes" | "always";
  positive: number;
  negative: number;
  flags: string[];
  is_cut: boolean;
  cut_at: string | null;
  milliseconds: number;
}

export interface TestInfo {
  name: string;
  language: string;
  default_model: string | null;
  threads: number;
  hash: string;
  warnings: Remark[];
}

export interface Open {
  of: string;
  question: string;
  options: { is: string; remaining: number; allowed: number }[];
}

export interface StepAnswer {
  open: Open[];
  forced: { of: string; is: string }[];
  remaining: number;
  allowed: number;
  states: [string, number, number][];
  failing: [string, Place, number][];
  is_complete: boolean;
  execution: Execution | null;
}

/** A line of an answer; `kind` says what it is. The last one has `end`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Line = { kind?: string; end?: string } & Record<string, any>;

export interface Start {
  version: string;
  files: { kind: "test" | "model" | "report" | "source"; name: string; text: string }[];
  models: { name: string; summary: string; architecture: string | null }[];
  languages: { name: string; model: string | null }[];
  generated: string[];
  examples: { group: string; name: string; text: string }[];
  shapes: { name: string; cycle: string }[];
  /** What files are, by their endings. */
  kinds: [string, "test" | "model" | "report" | "source"][];
  timeout: number;
}

export interface TestText {
  name: string;
  text: string;
}

export interface ModelText {
  name: string;
  text: string | null;
}

/** How an answer ended, in words; empty where nothing is missing. */
export function shortfall(end: Line): string {
  switch (end.end) {
    case "complete":
      return "";
    case "time":
      return `cut after ${end.seconds} s; what is shown was found until then`;
    case "memory":
      return `cut at ${end.mebibytes} MiB of memory; what is shown was found until then`;
    case "size":
      return `cut at ${end.mebibytes} MiB of results`;
    default:
      return `the run failed: ${end.message ?? "no reason is known"}`;
  }
}

/** Who answers. */
export interface Answerer {
  /** Asks, and hands on each line as it comes. Returns the last one. When `signal` is aborted, the work ends. */
  ask(question: object, each: (line: Line) => void, signal?: AbortSignal): Promise<Line>;
  /** What the page begins with. */
  start(): Promise<Start>;
  /** A part of the page as text, for a file that carries it. */
  part(name: Part): Promise<string>;
  /** Whether compilers of this machine can be asked. */
  readonly hasCompilers: boolean;
}

/** The parts of the page that its files carry. */
export type Part = "page.js" | "page.css" | "drawing.css";

/** The answers that a file carries and nothing else. */
const withoutAnswerer: Answerer = {
  ask: async () => ({ end: "failed", message: "this page was saved without a server; `lakmus explore` runs more" }),
  start: () => Promise.reject(new Error("the file carries answers alone")),
  part: () => Promise.reject(new Error("the file carries answers alone")),
  hasCompilers: false,
};

let answerer = withoutAnswerer;

/** Has this one answer from now on. */
export function answeredBy(other: Answerer): void {
  answerer = other;
}

/** Who answers. */
export function who(): Answerer {
  return answerer;
}

/** What was asked on this page, or is answered in its file: by question, the lines of the answer. */
export const recorded = new Map<string, Line[]>();

/** Answers are those that the file of the page carries. */
export function answerFrom(answers: [string, Line[]][]): void {
  for (const [question, lines] of answers) recorded.set(question, lines);
}

/** So many characters of answers are kept for a file. */
const MOST_RECORDED = 40_000_000;
let recordedLength = 0;

/** Asks, and hands on each line as it comes. Returns the last one. When `signal` is aborted, the work ends. What was asked before is known. */
export async function ask(question: object, each: (line: Line) => void, signal?: AbortSignal): Promise<Line> {
  const key = JSON.stringify(question);
  const known = recorded.get(key);
  if (known) {
    let last: Line = { end: "complete" };
    for (const line of known) {
      if (line.end) last = line;
      else each(line);
    }
    return last;
  }
  const lines: Line[] = [];
  const end = await answerer.ask(question, (line) => {
    lines.push(line);
    each(line);
  }, signal);
  if (end.end === "complete") {
    const length = lines.reduce((sum, line) => sum + (typeof line["svg"] === "string" ? line["svg"].length : 300), 0);
    if (recordedLength + length > MOST_RECORDED) {
      recorded.clear();
      recordedLength = 0;
    }
    recordedLength += length;
    recorded.set(key, [...lines, end]);
  }
  return end;
}

/** Asks for one line. */
export async function askOnce(question: object, signal?: AbortSignal): Promise<Line> {
  let found: Line | undefined;
  const end = await ask(question, (line) => (found ??= line), signal);
  return found ?? end;
}
