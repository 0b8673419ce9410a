// The pieces of texts as `lakmus` sees them, from the example `tokens` of the crate `ide`.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/// All files below directories whose names end so, sorted.
export function filesBelow(directories, endings) {
  const found = [];
  const look = (directory) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) look(path);
      else if (endings.some((ending) => entry.name.endsWith(ending))) found.push(path);
    }
  };
  directories.forEach(look);
  return found.sort();
}

/// For each file its text, whether `lakmus` refuses it, and its pieces: `start` and `end` in units of UTF-16, `kind`.
export function* pieces(program, files) {
  for (let at = 0; at < files.length; at += 200) {
    const some = files.slice(at, at + 200);
    const lines = execFileSync(program, some, { maxBuffer: 1 << 30 }).toString().split("\n");
    let line = 0;
    for (const file of some) {
      const [name, isRefused] = lines[line++].split("\t");
      if (name !== file) throw new Error(`${file}: no answer`);
      const bytes = readFileSync(file);
      const found = [];
      const offset = (byte) => bytes.subarray(0, byte).toString("utf8").length;
      const isAscii = bytes.every((byte) => byte < 128);
      while (line < lines.length && /^\d+ \d+ \S+$/.test(lines[line])) {
        const [start, end, kind] = lines[line++].split(" ");
        const of = (byte) => (isAscii ? Number(byte) : offset(Number(byte)));
        found.push({ start: of(start), end: of(end), kind });
      }
      yield { file, text: bytes.toString("utf8"), isRefused: isRefused === "refused", pieces: found };
    }
  }
}

/// Counts of agreement by class, and the first disagreements.
export class Agreement {
  constructor(name) {
    this.name = name;
    this.classes = new Map();
    this.shown = [];
  }
  note(kind, agrees, where) {
    const counts = this.classes.get(kind) ?? { same: 0, other: 0 };
    counts[agrees ? "same" : "other"] += 1;
    this.classes.set(kind, counts);
    if (!agrees && this.shown.filter((one) => one.kind === kind).length < 5) this.shown.push({ kind, where });
  }
  /// Prints it; gives whether the classes in `exact` agree everywhere.
  report(exact) {
    let isRight = true;
    for (const [kind, { same, other }] of [...this.classes].sort()) {
      const share = ((100 * same) / (same + other)).toFixed(2);
      const isExact = exact.includes(kind);
      if (isExact && other > 0) isRight = false;
      console.log(`${this.name} ${kind}: ${same} of ${same + other} (${share} %)${isExact ? "" : ", not required"}`);
    }
    for (const { kind, where } of this.shown) if (exact.includes(kind)) console.log(`  ${kind}: ${where}`);
    return isRight;
  }
}
