// What the tests of the page share: a server, a browser, and checks that say what they expected.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";

export const program = process.env.LAKMUS_EXPLORE;
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
// What is tested is this program; as root, Chromium has no sandbox.
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

process.setMaxListeners(100);

/** A server with these arguments; `stop` ends it. */
export async function serve(...args) {
  const child = spawn(program, ["--no-open", ...args], { stdio: ["ignore", "pipe", "ignore"] });
  // Those that stay without a page do not stay behind the tests.
  process.on("exit", () => child.kill("SIGKILL"));
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      if (text.includes("\n")) resolve(text.split("\n")[0]);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { address, child, stop: () => child.kill("SIGKILL") };
}

/** The files that most tests open, and servers that show them. */
export const root = new URL("../../../../", import.meta.url).pathname;
export const SB = `${root}corpus/x86_64/SB.litmus`;
export const FENCED = `${root}corpus/x86_64/SB+mfences.litmus`;
export const server = program ? await serve("--keep") : undefined;
export const fenced = program ? await serve("--keep", FENCED) : undefined;

/** A test of one outcome with thousands of executions: any order of writes of the same value. */
const many = `X86_64 many\n{ }\n${Array.from({ length: 7 }, (_, thread) => `P${thread}`).join(" | ")} ;\n${Array(7).fill("movl $1,(x)").join(" | ")} ;\nexists (x=1)\n`;

/** A test that explodes: each thread writes a location of its own and reads those of the others, so that there are 2^30 candidates. */
export const exploding = (() => {
  const [names, registers] = [[..."abcdef"], ["eax", "ebx", "ecx", "edx", "esi"]];
  const row = (cell) => names.map((_, thread) => cell(thread)).join(" | ") + " ;\n";
  const reads = registers.map((register, number) => row((thread) => `movl (${names[(thread + number + 1) % names.length]}),%${register}`));
  return `X86_64 many\n{ }\n${row((thread) => `P${thread}`)}${row((thread) => `movl $1,(${names[thread]})`)}${reads.join("")}exists (${names.map((_, thread) => `${thread}:rax=1`).join(" /\\ ")})\n`;
})();

/** Until everything that was asked about the test is answered. */
export const ready = (page) => page.waitForFunction(() => document.querySelectorAll(".outcomes .verdict.unknown").length === 0 && document.querySelector(".outcomes") && !document.body.classList.contains("running"));

/** A page of a browser of its own; whatever goes wrong in it fails the test. */
export async function open(address, { width = 1280, height = 800, scheme = "light", ready = ".outcomes", ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, acceptDownloads: true, ...more });
  const page = await context.newPage();
  // While the page is worked on: the bundle as it is on disk, not as it was compiled into the program.
  if (process.env.LAKMUS_DIST) {
    for (const name of ["page.js", "page.css"]) await context.route(`**/assets/${name}`, (route) => route.fulfill({ path: `${process.env.LAKMUS_DIST}/${name}` }));
  }
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") page.troubles.push(message.text());
  });
  await page.goto(address);
  if (ready) await page.waitForSelector(ready);
  return page;
}

export function equal(found, wanted, what = "") {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}\n  found  ${a}\n  wanted ${b}`);
}

export function holds(condition, what) {
  if (!condition) throw new Error(what);
}

/** The violations of the rules of accessibility that axe knows. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")} ${one.nodes[0]?.any?.[0]?.message ?? ""}`);
}

const tests = [];

export function test(name, run) {
  tests.push([name, run]);
}

/** What a test needs is not there. */
export class NotRun extends Error {}

/** Runs all tests whose names contain the word of the command line. */
export async function runAll(filter = "") {
  const counts = { passed: 0, failed: 0, "not run": 0 };
  for (const [name, run] of tests.filter(([name]) => name.includes(filter))) {
    try {
      await Promise.race([run(), new Promise((_, reject) => setTimeout(() => reject(new Error("no end after 120 s")), 120_000))]);
      counts.passed += 1;
      console.log(`ok ${name}`);
    } catch (error) {
      const isMissing = error instanceof NotRun;
      counts[isMissing ? "not run" : "failed"] += 1;
      console.log(`${isMissing ? "not run" : "FAILED"} ${name}: ${error.message}`);
    }
  }
  await browser.close();
  console.log(Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", "));
  process.exit(counts.failed ? 1 : 0);
}

/** The cells of the table of outcomes: each row's values, then what each model says. */
export function table(page) {
  return page.$$eval(".outcomes tbody tr", (rows) =>
    rows.map((row) => [[...row.querySelectorAll(".place")].map((cell) => cell.textContent).join(" "), ...[...row.querySelectorAll(".verdict")].map((cell) => cell.textContent)]),
  );
}

/** Replaces what an editor has. */
export async function type(page, editor, text) {
  await page.click(`#${editor} .cm-content`);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

/** Types a mistake, which is shown, and then a test that is right and run. */
export async function editAndRun(page) {
  await page.waitForSelector("#test-editor .tok-mnemonic");
  await type(page, "test-editor", (await readFile(SB, "utf8")).replace("movl (y),%eax", "mvol (y),%eax"));
  await page.waitForSelector("#test-editor .cm-lintRange-error");
  await type(page, "test-editor", await readFile(FENCED, "utf8"));
  await page.waitForFunction(() => !document.querySelector("#test-editor .cm-lintRange-error"));
  await page.waitForFunction(() => document.querySelectorAll(".verdict.no").length === 2);
  await ready(page);
  equal((await table(page))[0], ["0 0", "✗1", "✗1"]);
}

/** Types a test with thousands of executions and opens the first one. */
export async function openMany(page) {
  await type(page, "test-editor", many);
  await page.waitForFunction(() => document.querySelector("#test-editor").textContent.includes("many") && document.querySelectorAll(".outcomes tbody tr").length === 1);
  await ready(page);
  await page.locator(".verdict.yes button").first().click();
  await page.waitForFunction(() => document.querySelector(".pager .of")?.textContent === "1 of 1000, cut", null, { timeout: 60000 });
}
