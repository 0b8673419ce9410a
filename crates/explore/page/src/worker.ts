// Answers one question after the other, each by a new run of the program: it keeps nothing, as the processes of the server do not. Who asks ends this worker where a run takes too long.

import { type Ended, run } from "./wasi";

/** What is asked of a worker: first the program, then questions. */
export type Asked = { module: WebAssembly.Module } | { question: string; seconds: number };

/** What it says: lines as they come, then how the run ended. */
export type Said = { lines: string[] } | { ended: Ended };

// This file is compiled for pages and for workers alike; their global object is another one.
const scope = self as unknown as { onmessage: (event: MessageEvent<Asked>) => void; postMessage: (said: Said) => void };
let module: WebAssembly.Module | undefined;

scope.onmessage = ({ data }) => {
  if ("module" in data) {
    module = data.module;
    return;
  }
  if (!module) return;
  const ended = run(module, { input: data.question, args: [String(data.seconds)], lines: (lines) => scope.postMessage({ lines }) });
  scope.postMessage({ ended });
};
