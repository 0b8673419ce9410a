// The TextMate grammars against the pieces that `lakmus` sees: node textmate.mjs TOKENS DIRECTORY...
//
// TOKENS is the example `tokens` of the crate `ide`. What a grammar can know has to agree on every file; of the rest the share is printed.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { Agreement, filesBelow, pieces } from "./pieces.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(process.env.LAKMUS_NODE_MODULES ?? join(here, "../vscode/package.json"));
const { Registry, INITIAL, parseRawGrammar } = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");

await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => {
    const file = join(here, "../vscode/syntaxes", `${scope.replace("source.", "")}.tmLanguage.json`);
    return parseRawGrammar(readFileSync(file, "utf8"), file);
  },
});

/// The innermost scope of each unit of a text.
function scopes(grammar, text) {
  const all = new Array(text.length).fill("");
  let stack = INITIAL;
  let start = 0;
  for (const line of text.split("\n")) {
    const found = grammar.tokenizeLine(line, stack);
    for (const token of found.tokens) {
      const scope = token.scopes[token.scopes.length - 1];
      const whole = token.scopes.join(" ");
      all.fill(whole.includes("comment.") ? "comment" : scope, start + token.startIndex, start + Math.min(token.endIndex, line.length));
    }
    stack = found.ruleStack;
    start += line.length + 1;
  }
  return all;
}

const NAMES = /^(variable|entity|constant\.language)/;
/// What the scope of each class has to look like; the others are reported only.
const CAT = {
  comment: /^comment/,
  string: /^string/,
  keyword: /^keyword\.control/,
  tag: /^constant\.other\.tag/,
  operator: /^keyword\.operator/,
  punctuation: /^punctuation/,
  constant: /^constant\.language/,
  base: NAMES,
  variable: NAMES,
  parameter: NAMES,
  function: NAMES,
  title: NAMES,
  architecture: NAMES,
};
const LITMUS = {
  comment: /^comment/,
  architecture: /^storage\.type\.architecture/,
  title: /^entity\.name\.section/,
  keyword: /^keyword\.control/,
  number: /^constant\.numeric/,
  register: /^variable|^entity/,
  location: /^variable/,
  thread: /^entity\.name\.type\.thread|^constant\.numeric/,
  mnemonic: /^keyword\.mnemonic/,
  label: /^entity\.name\.label|^variable/,
  string: /^string/,
  type: /^storage\.type/,
};
const EXACT = {
  cat: Object.keys(CAT),
  litmus: ["comment", "architecture", "title", "string"],
};

const [program, ...directories] = process.argv.slice(2);
let isRight = true;
for (const [name, endings, classes] of [
  ["cat", [".cat", ".bell"], CAT],
  ["litmus", [".litmus"], LITMUS],
]) {
  const grammar = await registry.loadGrammar(`source.${name}`);
  const agreement = new Agreement(`textmate ${name}`);
  for (const { file, text, pieces: found } of pieces(program, filesBelow(directories, endings))) {
    const scope = scopes(grammar, text);
    for (const { start, end, kind } of found) {
      if (!(kind in classes)) continue;
      // Line ends have no scope.
      const units = [...text.slice(start, end)].map((unit, at) => (/\s/.test(unit) ? null : scope[start + at]));
      const other = units.find((one) => one !== null && !classes[kind].test(one));
      agreement.note(kind, other === undefined, `${file}: \`${text.slice(start, end)}\` is ${other}`);
    }
  }
  isRight = agreement.report(EXACT[name]) && isRight;
}
process.exit(isRight ? 0 : 1);
