// The tree-sitter grammars against the pieces that `lakmus` sees: node tree-sitter.mjs CLI TOKENS DIRECTORY...
//
// CLI is the program `tree-sitter`; the grammars are generated and compiled first. Every shipped model has to be read without an error, and so has every test; comments have to be those of `lakmus`.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Agreement, filesBelow, pieces } from "./pieces.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [cli, program, ...directories] = process.argv.slice(2);
let isRight = true;
for (const [name, endings] of [
  ["cat", [".cat", ".bell"]],
  ["litmus", [".litmus"]],
]) {
  const grammar = join(here, `../tree-sitter-${name}`);
  execFileSync(cli, ["generate"], { cwd: grammar, stdio: "inherit" });
  const files = filesBelow(directories, endings);
  const list = join(mkdtempSync(join(tmpdir(), "lakmus-")), "files");
  writeFileSync(list, files.join("\n") + "\n");
  // Its status says whether there are errors.
  const parsed = spawnSync(cli, ["parse", "--quiet", "--paths", list], { cwd: grammar, maxBuffer: 1 << 30 });
  const failed = parsed.stdout.toString().split("\n").filter((line) => line.includes("ERROR") || line.includes("MISSING"));
  console.log(`tree-sitter ${name}: ${files.length - failed.length} of ${files.length} files without an error`);
  failed.slice(0, 10).forEach((line) => console.log(`  ${line}`));
  if (failed.length > 0) isRight = false;
  // Comments, by the tree of each file of a sample: the whole trees of all would be gigabytes.
  const agreement = new Agreement(`tree-sitter ${name}`);
  for (const { file, text, pieces: found } of pieces(program, files.filter((_, at) => name === "cat" || at % 40 === 0))) {
    const tree = spawnSync(cli, ["parse", file], { cwd: grammar, maxBuffer: 1 << 28 }).stdout.toString();
    const comments = [...tree.matchAll(/\((?:line_|block_)?comment \[(\d+), (\d+)\]/g)].map(([, row, column]) => `${row}:${column}`);
    const own = found.filter((piece) => piece.kind === "comment").map(({ start }) => {
      const before = text.slice(0, start).split("\n");
      return `${before.length - 1}:${Buffer.byteLength(before[before.length - 1])}`;
    });
    agreement.note("comment", own.join() === comments.join(), `${file}: ${own} and ${comments}`);
  }
  isRight = agreement.report(["comment"]) && isRight;
}
process.exit(isRight ? 0 : 1);
