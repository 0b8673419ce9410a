// What a program of WebAssembly needs of a system (WASI, preview 1) that reads a question and writes lines: three streams, arguments, a clock, random numbers. No files.

/** The codes of errors that programs are given. */
const [SUCCESS, BAD_DESCRIPTOR, NOT_SUPPORTED, ILLEGAL_SEEK] = [0, 8, 58, 70];

/** The program wants to end. */
class Exit {
  constructor(readonly status: number) {}
}

export interface Program {
  /** What it reads from its standard input. */
  input: string;
  args: string[];
  /** Takes what it writes to its standard output, whole lines only. */
  lines: (text: string[]) => void;
}

/** How a program ended. */
export interface Ended {
  status: number;
  /** What it wrote to its standard error. */
  errors: string;
}

/** Whole lines of what comes in pieces of bytes. */
class Lines {
  private readonly decoder = new TextDecoder();
  private pending = "";

  constructor(private readonly each: (lines: string[]) => void) {}

  take(bytes: Uint8Array): void {
    const all = (this.pending + this.decoder.decode(bytes, { stream: true })).split("\n");
    this.pending = all.pop() ?? "";
    if (all.length) this.each(all);
  }
}

/** Runs a program from its begin to its end. */
export function run(module: WebAssembly.Module, program: Program): Ended {
  const input = new TextEncoder().encode(program.input);
  const args = ["lakmus", ...program.args].map((word) => new TextEncoder().encode(word + "\0"));
  const output = new Lines(program.lines);
  const errorText = new TextDecoder();
  let [at, errors] = [0, ""];
  let memory: WebAssembly.Memory;
  // The memory may have grown since: a view is of one moment.
  const view = () => new DataView(memory.buffer);
  const bytes = (from: number, length: number) => new Uint8Array(memory.buffer, from, length);

  /** The pieces of memory that a list names. */
  function* pieces(list: number, count: number): Generator<Uint8Array> {
    for (let number = 0; number < count; number++) {
      yield bytes(view().getUint32(list + 8 * number, true), view().getUint32(list + 8 * number + 4, true));
    }
  }

  const system: Record<string, (...values: number[]) => number> = {
    args_sizes_get(count, length) {
      view().setUint32(count!, args.length, true);
      view().setUint32(length!, args.reduce((sum, word) => sum + word.length, 0), true);
      return SUCCESS;
    },
    args_get(list, text) {
      let to = text!;
      for (const [number, word] of args.entries()) {
        view().setUint32(list! + 4 * number, to, true);
        bytes(to, word.length).set(word);
        to += word.length;
      }
      return SUCCESS;
    },
    environ_sizes_get(count, length) {
      view().setUint32(count!, 0, true);
      view().setUint32(length!, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    fd_read(descriptor, list, count, read) {
      if (descriptor !== 0) return BAD_DESCRIPTOR;
      const begin = at;
      for (const piece of pieces(list!, count!)) {
        const some = input.subarray(at, at + piece.length);
        piece.set(some);
        at += some.length;
      }
      view().setUint32(read!, at - begin, true);
      return SUCCESS;
    },
    fd_write(descriptor, list, count, written) {
      if (descriptor !== 1 && descriptor !== 2) return BAD_DESCRIPTOR;
      let total = 0;
      for (const piece of pieces(list!, count!)) {
        total += piece.length;
        if (descriptor === 1) output.take(piece);
        else errors += errorText.decode(piece, { stream: true });
      }
      view().setUint32(written!, total, true);
      return SUCCESS;
    },
    fd_close: () => SUCCESS,
    fd_seek: () => ILLEGAL_SEEK,
    // There are no directories.
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_prestat_dir_name: () => BAD_DESCRIPTOR,
    random_get(to, length) {
      // So many at a time are given out at most.
      for (let from = 0; from < length!; from += 65536) crypto.getRandomValues(bytes(to! + from, Math.min(65536, length! - from)));
      return SUCCESS;
    },
    poll_oneoff: () => NOT_SUPPORTED,
    proc_exit(status) {
      throw new Exit(status!);
    },
  };
  const clock = (_clock: number, _precision: bigint, to: number): number => {
    view().setBigUint64(to, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)), true);
    return SUCCESS;
  };
  // What is imported and not known here is not supported, and the program is told so.
  const known: Record<string, unknown> = { ...system, clock_time_get: clock };
  const imports = WebAssembly.Module.imports(module).map(({ name }): [string, WebAssembly.ImportValue] => [name, (known[name] ?? (() => NOT_SUPPORTED)) as WebAssembly.ImportValue]);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: Object.fromEntries(imports) });
  memory = instance.exports["memory"] as WebAssembly.Memory;
  try {
    (instance.exports["_start"] as () => void)();
    return { status: 0, errors };
  } catch (thrown) {
    if (thrown instanceof Exit) return { status: thrown.status, errors };
    // A program that gives up ends in a trap, after it has said why.
    return { status: 101, errors: errors || String(thrown) };
  }
}
