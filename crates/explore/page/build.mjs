// Makes dist/ of src/: what the program embeds. `node build.mjs --check` compares instead, and fails where dist/ is not what src/ makes.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";

const check = process.argv.includes("--check");
const common = { bundle: true, minify: true, write: false, target: "es2022", legalComments: "none", charset: "utf8" };
const outputs = new Map();
for (const [entry, name, more] of [
  ["src/main.ts", "page.js", { format: "esm" }],
  ["src/style.css", "page.css", {}],
]) {
  const result = await build({ ...common, ...more, entryPoints: [entry] });
  outputs.set(name, result.outputFiles[0].text);
}
outputs.set("index.html", await readFile("src/index.html", "utf8"));

await mkdir("dist", { recursive: true });
let different = 0;
for (const [name, text] of outputs) {
  const path = `dist/${name}`;
  if (check) {
    const there = await readFile(path, "utf8").catch(() => "");
    if (there !== text) {
      console.error(`${path} is not what src/ makes; run \`cargo xtask page\``);
      different += 1;
    }
  } else {
    await writeFile(path, text);
    console.log(`${path}: ${Math.ceil(text.length / 1024)} KiB`);
  }
}
process.exitCode = different ? 1 : 0;
