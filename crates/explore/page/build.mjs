// Makes dist/ of src/: what the program embeds. `node build.mjs --check` compares instead, and fails where dist/ is not what src/ makes.
// `node build.mjs --program PROGRAM.wasm PAGE.html` makes the page without a server: one file that carries the library as a program of WebAssembly.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const common = { bundle: true, minify: true, write: false, target: "es2022", legalComments: "none", charset: "utf8" };

/** What a source file and all that it imports come to, as text. */
async function bundled(entry, more = {}) {
  const result = await build({ ...common, ...more, entryPoints: [entry] });
  return result.outputFiles[0].text;
}

const page = () => bundled("src/main.ts", { format: "esm" });
const style = () => bundled("src/style.css");

/** dist/, written or compared. */
async function bundle(check) {
  const outputs = [
    ["page.js", await page()],
    ["page.css", await style()],
    ["index.html", await readFile("src/index.html", "utf8")],
  ];
  await mkdir("dist", { recursive: true });
  let different = 0;
  for (const [name, text] of outputs) {
    const path = `dist/${name}`;
    if (check) {
      const there = await readFile(path, "utf8").catch(() => "");
      if (there === text) continue;
      console.error(`${path} is not what src/ makes; run \`cargo xtask page\``);
      different += 1;
    } else {
      await writeFile(path, text);
      console.log(`${path}: ${Math.ceil(text.length / 1024)} KiB`);
    }
  }
  process.exitCode = different ? 1 : 0;
}

/** A program without its custom sections: names and debug information, which a page has no use for. */
function bare(program) {
  const kept = [program.subarray(0, 8)];
  for (let at = 8; at < program.length; ) {
    const begin = at;
    const id = program[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = program[at++];
      size += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    at += size;
    if (id !== 0) kept.push(program.subarray(begin, at));
  }
  return Buffer.concat(kept);
}

/** The page without a server. What it begins with is asked of the program here, so that the page shows it at once. */
async function carrying(program, output) {
  const packing = await bundled("src/packing.ts", { format: "esm" });
  const { pageFile, run } = await import(`data:text/javascript,${encodeURIComponent(packing)}`);
  const bytes = bare(await readFile(program));
  const said = [];
  const ended = run(new WebAssembly.Module(bytes), { input: '{"ask":"library"}', args: [], lines: (lines) => said.push(...lines) });
  if (ended.status !== 0 || said.length !== 1) throw new Error(`the program ended with ${ended.status}: ${ended.errors}`);
  const { kind: _, drawing_style, ...library } = JSON.parse(said[0]);
  const body = (await readFile("src/index.html", "utf8")).match(/<body>(.*)<\/body>/s)[1];
  const text = pageFile({
    title: "Lakmus",
    theme: "light",
    policy: " 'wasm-unsafe-eval' blob:; worker-src blob:",
    style: await style(),
    drawings: drawing_style,
    body,
    loads: [
      { id: "library", type: "application/json", text: JSON.stringify(library) },
      { id: "worker", type: "text/plain", text: await bundled("src/worker.ts", { format: "iife" }) },
      { id: "program", type: "text/plain", text: gzipSync(bytes, { level: 9 }).toString("base64") },
    ],
    script: await page(),
  });
  await writeFile(output, text);
  console.log(`${output}: ${(text.length / 1e6).toFixed(1)} MB`);
}

const [word, ...files] = process.argv.slice(2);
if (word === "--program" && files.length === 2) await carrying(...files);
else if (word === undefined || word === "--check") await bundle(word === "--check");
else throw new Error("usage: node build.mjs [--check | --program PROGRAM.wasm PAGE.html]");
