// The tree-sitter grammars against the pieces that `lakmus` sees: node tree-sitter.mjs CLI TOKENS DIRECTORY...
//
// CLI is the program `tree-sitter`; the grammars are generated and compiled first. Every shipped model and every test has to be read without an error, but for those that `lakmus` refuses, too. On all of them, what `highlights.scm`
// captures is compared with the pieces: what a grammar can know has to agree everywhere; of the rest the share is printed.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Agreement, filesBelow, pieces } from "./pieces.mjs";

const here = dirname(fileURLToPath(import.meta.url));

const NAMES = /^(variable|function|module|label|constant)/;
/// What the capture of each class has to be; the others are reported only.
const CAT = {
  comment: /^comment/,
  string: /^string/,
  keyword: /^keyword/,
  tag: /^constant$/,
  operator: /^(operator|punctuation)/,
  punctuation: /^punctuation/,
  constant: /^constant\.builtin/,
  base: NAMES,
  variable: NAMES,
  parameter: NAMES,
  function: NAMES,
  title: NAMES,
  architecture: NAMES,
};
const LITMUS = {
  comment: /^comment/,
  architecture: /^type/,
  title: /^title/,
  string: /^string/,
  key: /^property/,
  keyword: /^keyword/,
  number: /^number/,
  register: /^variable/,
  location: /^variable/,
  mnemonic: /^variable/,
  thread: /^label/,
};
const GRAMMARS = [
  { name: "cat", endings: [".cat", ".bell"], classes: CAT, exact: Object.keys(CAT) },
  { name: "litmus", endings: [".litmus"], classes: LITMUS, exact: ["comment", "architecture", "title", "string", "key", "location", "mnemonic", "thread"] },
];

/// That it has no configuration is of no interest here.
const QUIET = ["ignore", "pipe", "ignore"];

/// A file with the names of files, one a line: command lines are not that long.
function listed(files) {
  const list = join(mkdtempSync(join(tmpdir(), "lakmus-")), "files");
  writeFileSync(list, files.join("\n") + "\n");
  return list;
}

/// What is printed of the files that are read with an error.
function unread(cli, grammar, files) {
  // Its status says whether there are errors, too.
  const parsed = spawnSync(cli, ["parse", "--quiet", "--paths", listed(files)], { cwd: grammar, maxBuffer: 1 << 30, stdio: QUIET });
  if (parsed.error) throw parsed.error;
  return parsed.stdout.toString().split("\n").filter((line) => line.includes("ERROR") || line.includes("MISSING"));
}

/// By file, what is captured: begin and end as line and byte in the line, the name, the number of the pattern.
function captures(cli, grammar, files) {
  const all = new Map();
  for (let at = 0; at < files.length; at += 200) {
    const some = files.slice(at, at + 200);
    const out = execFileSync(cli, ["query", "--captures", "queries/highlights.scm", "--paths", listed(some)], { cwd: grammar, maxBuffer: 1 << 30, stdio: QUIET }).toString();
    let found;
    for (const line of out.split("\n")) {
      const capture = line.match(/^\s+pattern: *(\d+), capture: \d+ - ([\w.]+), start: \((\d+), (\d+)\), end: \((\d+), (\d+)\)/);
      if (capture) {
        const [pattern, name, ...places] = capture.slice(1);
        const [row, column, endRow, endColumn] = places.map(Number);
        found.push({ pattern: Number(pattern), name, row, column, endRow, endColumn });
      } else if (some.includes(line)) all.set(line, (found = []));
    }
  }
  return all;
}

/// The name that each unit of a text is captured by: that of the last of the patterns.
function names(text, found) {
  const all = new Array(text.length).fill("nothing");
  const patterns = new Array(text.length).fill(-1);
  const lines = text.split("\n");
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
  const unit = (row, column) => {
    const line = lines[row] ?? "";
    // Columns are bytes.
    return starts[row] + (/^[\0-\x7f]*$/.test(line) ? column : Buffer.from(line).subarray(0, column).toString().length);
  };
  for (const { pattern, name, row, column, endRow, endColumn } of found) {
    const end = unit(endRow, endColumn);
    for (let at = unit(row, column); at < end; at++) if (pattern >= patterns[at]) [all[at], patterns[at]] = [name, pattern];
  }
  return all;
}

const [cli, program, ...directories] = process.argv.slice(2);
let isRight = true;
for (const { name, endings, classes, exact } of GRAMMARS) {
  const grammar = join(here, `../tree-sitter-${name}`);
  execFileSync(cli, ["generate"], { cwd: grammar, stdio: "inherit" });
  const files = filesBelow(directories, endings);
  const all = unread(cli, grammar, files);
  const found = captures(cli, grammar, files);
  const agreement = new Agreement(`tree-sitter ${name}`);
  const failed = [];
  for (const { file, text, isRefused, pieces: own } of pieces(program, files)) {
    const error = all.find((line) => line.startsWith(`${file} `) || line.startsWith(`${file}\t`));
    // What is wrong with a text is for `lakmus` to say; its pieces may be others there.
    if (isRefused) continue;
    if (error) failed.push(error);
    const captured = names(text, found.get(file) ?? []);
    for (const { start, end, kind } of own.filter((piece) => piece.kind in classes)) {
      const units = [...text.slice(start, end)].map((unit, at) => (/\s/.test(unit) ? null : captured[start + at]));
      const other = units.find((one) => one !== null && !classes[kind].test(one));
      agreement.note(kind, other === undefined, `${file}: \`${text.slice(start, end)}\` is ${other}`);
    }
  }
  console.log(`tree-sitter ${name}: ${files.length} files, ${failed.length} read with an error that \`lakmus\` reads without one`);
  failed.slice(0, 10).forEach((line) => console.log(`  ${line}`));
  isRight = agreement.report(exact) && failed.length === 0 && isRight;
}
process.exit(isRight ? 0 : 1);
