// A page without a server: the library as a program of WebAssembly, which the file of the page carries, answers in workers.

import type { Answerer, Line, Part, Start } from "./ask";
import type { Asked, Said } from "./worker";

/** Seconds that a run may take. */
const TIMEOUT = 10;
/** The program is to stop by itself somewhat before, with what it has. */
const OWN_TIME = 0.85 * TIMEOUT;
/** So many questions are answered at a time. */
const MOST_WORKERS = Math.max(2, Math.min(4, navigator.hardwareConcurrency || 2));

/** The text of an element of the page's file. */
function carried(id: string): string {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the file lacks ${id}`);
  return element.textContent ?? "";
}

/** Whether the file of this page carries the program. */
export function isCarried(): boolean {
  return document.getElementById("program") !== null;
}

async function compiled(): Promise<WebAssembly.Module> {
  const packed = Uint8Array.from(atob(carried("program").trim()), (letter) => letter.charCodeAt(0));
  const bytes = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
  return WebAssembly.compile(await bytes.arrayBuffer());
}

export class Program implements Answerer {
  readonly hasCompilers = false;
  private readonly module = compiled();
  private readonly code = URL.createObjectURL(new Blob([carried("worker")], { type: "text/javascript" }));
  private readonly idle: Worker[] = [];
  private count = 0;
  /** Who waits for a worker. */
  private readonly waiting: (() => void)[] = [];

  async start(): Promise<Start> {
    const library = JSON.parse(carried("library")) as Omit<Start, "files" | "timeout">;
    return { ...library, files: [], timeout: TIMEOUT };
  }

  async part(name: Part): Promise<string> {
    return carried(name);
  }

  async ask(question: object, each: (line: Line) => void, signal?: AbortSignal): Promise<Line> {
    const worker = await this.take(signal);
    return new Promise((resolve, reject) => {
      const finish = (end: Line | undefined, isUsable: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
        worker.onmessage = worker.onerror = null;
        this.leave(worker, isUsable);
        if (end) resolve(end);
        else reject(new DOMException("not wanted any more", "AbortError"));
      };
      const abort = () => finish(undefined, false);
      const timer = setTimeout(() => finish({ end: "time", seconds: TIMEOUT }, false), TIMEOUT * 1000);
      signal?.addEventListener("abort", abort);
      worker.onerror = (event) => finish({ end: "failed", message: event.message }, false);
      worker.onmessage = ({ data }: MessageEvent<Said>) => {
        if ("lines" in data) for (const text of data.lines) each(JSON.parse(text) as Line);
        else finish(ending(data.ended), true);
      };
      const asked: Asked = { question: JSON.stringify(question), seconds: OWN_TIME };
      worker.postMessage(asked);
    });
  }

  /** A worker that has nothing to do. */
  private async take(signal: AbortSignal | undefined): Promise<Worker> {
    const module = await this.module;
    while (!this.idle.length && this.count >= MOST_WORKERS) await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (signal?.aborted) {
      this.waiting.shift()?.();
      throw new DOMException("not wanted any more", "AbortError");
    }
    return this.idle.pop() ?? this.made(module);
  }

  private made(module: WebAssembly.Module): Worker {
    this.count += 1;
    const worker = new Worker(this.code);
    const asked: Asked = { module };
    worker.postMessage(asked);
    return worker;
  }

  private leave(worker: Worker, isUsable: boolean): void {
    if (isUsable) this.idle.push(worker);
    else {
      worker.terminate();
      this.count -= 1;
    }
    this.waiting.shift()?.();
  }
}

/** How an answer ended, by how the program did. */
function ending({ status, errors }: { status: number; errors: string }): Line {
  if (status === 0) return { end: "complete" };
  const text = errors.trim();
  if (/memory allocation of|Maximum call stack/.test(text)) return { end: "memory", mebibytes: MEMORY };
  return { end: "failed", message: text.split("\n").pop() || `status ${status}` };
}

/** What the program may take at most, in MiB; the linker is told so (xtask/src/page/program.rs). */
const MEMORY = 2048;
