// How fast the page is, to be run where nothing else runs: `cargo xtask page-test --figures`. Medians of 20, and the slowest.
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { open, openMany, ready, root, serve } from "./harness.mjs";

const TIMES = 20;
const TUTORIAL = ["x86_64/SB", "x86_64/SB+mfences", "aarch64/MP+dmb.sy+addr"].map((name) => `${root}corpus/${name}.litmus`);
const without = process.env.LAKMUS_PAGE ?? `${root}target/lakmus.html`;

function said(what, milliseconds) {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const middle = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  console.log(`${what}: median ${middle.toFixed(1)} ms, slowest ${sorted.at(-1).toFixed(1)} ms (${sorted.length})`);
}

/** When the browser painted something first, and when the test stood there. */
async function painted(page) {
  await page.waitForSelector("#test-editor .cm-line");
  return page.evaluate(async () => {
    const first = performance.getEntriesByName("first-contentful-paint")[0] ?? (await new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntriesByName("first-contentful-paint")[0])).observe({ type: "paint", buffered: true })));
    return first.startTime;
  });
}

/** From a key to what the library says of the text, as the page notes it. */
async function typed(page) {
  await page.waitForFunction(() => document.documentElement.dataset.saidAfter);
  await page.click("#test-editor .cm-content");
  await page.keyboard.press("Control+End");
  const all = [];
  for (let number = 0; number < TIMES; number++) {
    await page.evaluate(() => delete document.documentElement.dataset.saidAfter);
    // A text that was not asked about before.
    await page.keyboard.press("Space");
    const handle = await page.waitForFunction(() => document.documentElement.dataset.saidAfter);
    all.push(Number(await handle.jsonValue()));
    // So that runs that keys ask for have ended.
    await page.waitForTimeout(500);
  }
  return all;
}

const kinds = [["server", async (test) => serve("--keep", test)]];
if (existsSync(without)) kinds.push(["without a server", async () => ({ address: pathToFileURL(without).href, stop: () => undefined })]);
for (const [kind, start] of kinds) {
  for (const test of kind === "server" ? TUTORIAL : TUTORIAL.slice(0, 1)) {
    const name = test.split("/").pop();
    const paints = [];
    const { address, stop } = await start(test);
    for (let number = 0; number < TIMES; number++) {
      const page = await open(address, { ready: "" });
      paints.push(await painted(page));
      await page.context().close();
    }
    said(`${kind}, ${name}: first paint`, paints);
    const page = await open(address);
    await ready(page);
    said(`${kind}, ${name}: diagnostics after a key`, await typed(page));
    await page.context().close();
    stop();
  }
  const { address, stop } = await start(TUTORIAL[0]);
  const page = await open(address);
  await ready(page);
  await openMany(page);
  const turns = await page.evaluate(async () => {
    const all = [];
    for (let number = 1; number < 1000; number++) {
      await new Promise(requestAnimationFrame);
      const begin = performance.now();
      document.querySelector("#execution-body").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      // With the layout that the browser would do next.
      document.querySelector("#execution .canvas svg").getBoundingClientRect();
      all.push(performance.now() - begin);
    }
    return all;
  });
  said(`${kind}: the next of 1000 executions`, turns);
  await page.context().close();
  stop();
}
process.exit(0);
