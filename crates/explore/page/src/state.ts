// What is on the page: a test, models, and what they came to.

import type { Execution, Report, Row, Start, TestInfo } from "./ask";

export interface Model {
  name: string;
  /** The text where it is not the one that ships. */
  text: string | null;
  /** The text that ships; empty for a model of the user's. */
  shipped: string;
}

/** What a model says of the test. */
export interface Column {
  report?: Report;
  counts?: { rows: Map<string, Row>; candidates: number; isComplete: boolean };
  trouble?: string;
}

/** A cell of the table: an outcome under a model. */
export interface Selected {
  state: string;
  model: number;
  /** Whether executions are shown that the model allows, or those that it forbids. */
  allowed: boolean;
}

export interface State {
  testName: string;
  test: string;
  models: Model[];
  /** The model whose text is shown. */
  active: number;
  info?: TestInfo | undefined;
  columns: Column[];
  selected?: Selected | undefined;
  executions: Execution[];
  /** Whether these are all. */
  isComplete: boolean;
  shown: number;
  hidden: Set<string>;
  show: string[];
}

/** What a model is to the server. */
export function sent(model: Model): { name: string; text: string | null } {
  return { name: model.name, text: model.text };
}

/** What the texts are, without what they came to: what a link carries. */
export interface Carried {
  n: string;
  t: string;
  m: [string, string | null][];
  s?: Selected | undefined;
}

export function carried(state: State): Carried {
  return { n: state.testName, t: state.test, m: state.models.map((model) => [model.name, model.text]), s: state.selected };
}

/** The models that there are for tests of a language. */
export function fitting(start: Start, language: string | undefined): Start["models"] {
  const family = new Set(language === "X86_64" || language === "X86" ? ["X86_64", "X86"] : language === "ARM" ? ["ARM"] : [language]);
  return start.models.filter((model) => model.architecture === null || language === undefined || family.has(model.architecture));
}

/** Two lists of values in the order in which people count. */
export function inOrder(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/** The places of an outcome, each with its value: `0:rax=0; [x]=1;`. */
export function places(state: string): [string, string][] {
  const parts = state.split(";").map((part) => part.trim());
  return parts.filter((part) => part !== "").map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  });
}
