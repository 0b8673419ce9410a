// The page without a server (`cargo xtask page --wasm` makes it): opened from disk, without a network. LAKMUS_PAGE names it.
import { existsSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { editAndRun, equal, exploding, FENCED, holds, NotRun, open, openMany, ready, root, SB, table, test, type, violations } from "./harness.mjs";

const file = process.env.LAKMUS_PAGE ?? `${root}target/lakmus.html`;

async function opened(options = {}) {
  if (!existsSync(file)) throw new NotRun(`there is no ${file}; \`cargo xtask page --wasm\` makes it`);
  const page = await open(pathToFileURL(file).href, { offline: true, ...options });
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  page.requests = requests;
  return page;
}

test("program: a test is run, edited and run again, from disk and without a network", async () => {
  const page = await opened();
  await ready(page);
  equal(await table(page), [
    ["0 0", "✗1", "✓1"],
    ["0 1", "✓1", "✓1"],
    ["1 0", "✓1", "✓1"],
    ["1 1", "✓1", "✓1"],
  ]);
  await editAndRun(page);
  // A model of one's own.
  await page.selectOption("select[aria-label='Add a model']", { label: "a copy to edit" });
  await page.waitForFunction(() => document.querySelectorAll("thead .model").length === 3);
  await type(page, "model-editor", '"all"\ninclude "cos.cat"\nacyclic po | rf as no-thin-air\n');
  await page.waitForFunction(() => [...document.querySelectorAll("tbody tr:first-child .verdict")][2]?.textContent === "✓1");
  equal(page.requests.filter((url) => !/^(blob|data):/.test(url)), [], "nothing was asked elsewhere");
  equal(page.troubles, []);
});

test("program: explained, completed, generated, built, compared", async () => {
  const page = await opened();
  await ready(page);
  await page.locator("tr.asked .verdict.no button").last().click();
  await page.waitForSelector("#execution svg .node");
  await page.waitForFunction(() => document.querySelector(".check-head")?.textContent.includes("sc fails"));
  await page.click("#model-editor .cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nacyclic po-l");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  await page.keyboard.press("Escape");
  await page.click("text=undo edits");
  await ready(page);
  await page.fill(".cycle", "IRIW");
  await page.selectOption("select[aria-label='Generate for']", "PPC");
  await page.click(".generate button");
  await page.waitForFunction(() => document.querySelector("thead .model:last-child .name")?.textContent === "power");
  await ready(page);
  equal((await table(page)).length, 16);
  await page.click(".views >> text=Build an execution");
  await page.waitForSelector(".open");
  await page.click(".open >> nth=0 >> .option >> nth=0");
  await page.waitForSelector(".made");
  await page.click(".views >> text=Compare models");
  await page.waitForFunction(() => /differ about|agree about/.test(document.querySelector("#results-body").textContent));
  equal(page.troubles, []);
});

test("program: drawings are saved, links and files carry what is on the page", async () => {
  const page = await opened();
  await ready(page);
  await page.locator("tr.asked .verdict.no button").last().click();
  await page.waitForSelector("#execution svg .node");
  const [dot] = await Promise.all([page.waitForEvent("download"), page.selectOption("[aria-label='Save the drawing']", "DOT")]);
  holds((await readFile(await dot.path(), "utf8")).startsWith("digraph"), "dot");
  await type(page, "test-editor", (await readFile(SB, "utf8")).replace("X86_64 SB", "X86_64 Linked"));
  await page.waitForFunction(() => location.hash.length > 20);
  await page.waitForTimeout(600);
  const other = await open(page.url(), { offline: true });
  await ready(other);
  holds((await other.textContent("#test-editor")).includes("Linked"), "the link carries the test");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Share")]);
  const path = join(await mkdtemp(join(tmpdir(), "lakmus-")), "shared.html");
  await download.saveAs(path);
  const shared = await open(pathToFileURL(path).href, { offline: true });
  await ready(shared);
  equal(await table(shared), await table(page));
  equal([...page.troubles, ...other.troubles, ...shared.troubles], []);
});

test("program: files are opened, and what needs a server says so", async () => {
  const page = await opened();
  await ready(page);
  const report = `${root}crates/explore/page/tests/reports/java-justified.json`;
  await page.setInputFiles("input[type=file]", [FENCED, report]);
  await page.waitForSelector(".justification svg .node");
  holds((await page.textContent("#test-editor")).includes("mfence"), "the test is there");
  await page.click(".views >> text=C to machine");
  await page.waitForFunction(() => document.querySelector("#results-body").textContent.includes("`lakmus explore` shows"));
  equal(page.troubles, []);
});

test("program: a run that explodes is cut with what it had, and the page goes on", async () => {
  const page = await opened();
  await ready(page);
  await type(page, "test-editor", exploding);
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("cut after"), null, { timeout: 60000 });
  holds((await page.locator(".outcomes tbody tr").count()) > 0, "outcomes that were found until then");
  holds(/not counted|first \d/.test(await page.textContent(".outcomes")), "it says that these are not counted");
  await type(page, "test-editor", await readFile(SB, "utf8"));
  await page.waitForFunction(() => document.querySelectorAll(".outcomes tbody tr").length === 4, null, { timeout: 60000 });
  equal(page.troubles, []);
});

test("program: a thousand executions are paged through", async () => {
  const page = await opened();
  await ready(page);
  await openMany(page);
  await page.focus("#execution-body");
  await page.keyboard.press("End");
  equal(await page.textContent(".pager .of"), "1000 of 1000, cut");
  equal(page.troubles, []);
});

for (const scheme of ["light", "dark"]) {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    test(`program: no violations of accessibility (${scheme}, ${width})`, async () => {
      const page = await opened({ scheme, width, height });
      await ready(page);
      await page.locator(".verdict.no button").first().click();
      await page.waitForSelector("#execution svg .node");
      equal(await violations(page), []);
      holds((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, "nothing sticks out");
      equal(page.troubles, []);
    });
  }
}
