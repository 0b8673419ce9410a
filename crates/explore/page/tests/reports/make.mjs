// Makes the reports of this folder anew, as the commands print them today: node make.mjs LAKMUS. Races and assertions are found by chance, from a seed that stays the same.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const corpus = "../../../../../corpus";
const lakmus = process.argv[2] ?? "lakmus";

/** What the command prints, run in this folder: so that names of files are those of this folder. */
function printed(words, cwd = here) {
  const { stdout, stderr, error } = spawnSync(lakmus, words, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  return { stdout, stderr };
}

function made(name, words, cwd) {
  const { stdout, stderr } = printed(words, cwd);
  if (!stdout.trim()) throw new Error(`${words.join(" ")}: ${stderr}`);
  // Debug information has whole paths.
  writeFileSync(join(here, name), stdout.replaceAll(`${here}/`, ""));
  console.log(`${name}: ${stdout.length} bytes`);
}

made("run.json", ["run", "--json", "--model", "x86tso", `${corpus}/x86_64/SB.litmus`]);
made("java.json", ["java", "check", "--json", `${corpus}/java/LB+positive.litmus`]);
made("java-justified.json", ["java", "check", "--json", "--justify", `${corpus}/java/LB+positive.litmus`]);
made("java-forbidden.json", ["java", "check", "--json", "--justify", "causality-10.litmus"]);
made("fence.json", ["fence", "--json", "--model", "tso", "sb.c"]);
made("verify.json", ["verify", "--json", "--model", "tso", "sb.c"]);
made("mix.json", ["mix", "run", "--table", "aarch64-jvm-ldapr", "--table", "aarch64-abi", "--format", "json", `${corpus}/c/SB+scs.litmus`]);
const programs = mkdtempSync(join(tmpdir(), "lakmus-"));
for (const name of ["race", "stale"]) {
  printed(["cc", "-g", `${name}.c`, "-o", join(programs, name)]);
  made(`${name}.json`, ["test", "--json", "--trace", "--seed", "1", "--executions", "40", "--", `./${name}`], programs);
}
rmSync(programs, { recursive: true });
