// The server of `lakmus explore` answers.

import type { Answerer, Line, Part, Start } from "./ask";

export class Server implements Answerer {
  readonly hasCompilers = true;

  async start(): Promise<Start> {
    const start = (await (await fetch("start")).json()) as Start;
    // As long as this is open, the server stays.
    new EventSource("alive");
    return start;
  }

  async part(name: Part): Promise<string> {
    return (await fetch(`assets/${name}`)).text();
  }

  async ask(question: object, each: (line: Line) => void, signal?: AbortSignal): Promise<Line> {
    let response: Response;
    try {
      response = await fetch("ask", { method: "POST", body: JSON.stringify(question), signal: signal ?? null });
    } catch (error) {
      if (signal?.aborted) throw error;
      return { end: "failed", message: "the server is gone; start `lakmus explore` again" };
    }
    if (!response.ok || !response.body) return { end: "failed", message: (await response.text()).trim() };
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let pending = "";
    let last: Line = { end: "failed", message: "the answer broke off" };
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return last;
      pending += value;
      const lines = pending.split("\n");
      pending = lines.pop() ?? "";
      for (const text of lines) {
        const line = JSON.parse(text) as Line;
        if (line.end) last = line;
        else each(line);
      }
    }
  }
}
