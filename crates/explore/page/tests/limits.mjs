// What the page and the server hold out: large results, runs that explode, hostile input, and their own end.
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { equal, exploding, holds, open, openMany, ready, SB, serve, server, test, type } from "./harness.mjs";

test("limits: a run that explodes is cut, and the page says so", async () => {
  const short = await serve("--timeout", "8");
  const page = await open(short.address);
  await ready(page);
  await type(page, "test-editor", exploding);
  // What it had: the outcomes, without the number of executions, or of the first of them.
  await page.waitForFunction(() => document.querySelectorAll(".outcomes tbody tr").length > 0 && /not counted|first \d/.test(document.querySelector(".outcomes .flag")?.textContent), null, { timeout: 30000 });
  holds((await page.textContent(".outcomes")).includes("rax"), await page.textContent(".outcomes"));
  short.stop();
});

test("executions: a thousand are paged through", async () => {
  const page = await open(server.address);
  await ready(page);
  await openMany(page);
  await page.focus("#execution-body");
  // Each key shows the next one, all of them in one go.
  const seen = await page.evaluate(() => {
    const seen = new Set();
    const key = (name) => document.querySelector("#execution-body").dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    for (let number = 1; number <= 1000; number++) {
      const shown = document.querySelector(".pager .of").textContent;
      if (shown !== `${number} of 1000, cut`) return `${number}: ${shown}`;
      seen.add(document.querySelector("#execution .canvas svg").outerHTML);
      key("ArrowRight");
    }
    key("Home");
    return seen.size;
  });
  equal(seen, 1000, "a thousand different drawings");
  equal(await page.textContent(".pager .of"), "1 of 1000, cut");
  await page.keyboard.press("End");
  equal(await page.textContent(".pager .of"), "1000 of 1000, cut");
  equal(page.troubles, []);
});

test("hostile: script in names and models is text", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.evaluate(() => (globalThis.alarm = 0));
  await page.fill(".test-name", "<img src=x onerror='alarm=1'>.litmus");
  await type(page, "test-editor", "C <script>alarm=1</script>\n{ }\nP0(atomic_int *x) { int r0 = atomic_load_explicit(x, memory_order_relaxed); }\nexists (0:r0=0)\n");
  await page.waitForTimeout(1500);
  await type(page, "model-editor", '"<img src=x onerror=alarm=1>"\nlet a = po as "<script>alarm=1</script>"\n');
  await page.waitForTimeout(1500);
  equal(await page.evaluate(() => globalThis.alarm), 0);
  equal(await page.locator("img:not(.cm-widgetBuffer), #main script").count(), 0);
  // Nor does it run in a file that carries it.
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Share")]);
  const path = join(await mkdtemp(join(tmpdir(), "lakmus-")), "shared.html");
  await download.saveAs(path);
  const shared = await open(`file://${path}`, { offline: true, ready: "#test-editor .cm-line" });
  await shared.waitForTimeout(500);
  equal(await shared.evaluate(() => globalThis.alarm), undefined);
  holds((await shared.textContent("#test-editor")).includes("<script>"), "the text came along");
  equal(await shared.locator("img:not(.cm-widgetBuffer), #main script").count(), 0);
});

test("hostile: a test of ten megabytes is refused, and the page goes on", async () => {
  const page = await open(server.address);
  await ready(page);
  const huge = Buffer.from(`X86_64 huge\n{ }\n${" movl $1,(x) ;\n".repeat(700_000)}`);
  await page.setInputFiles("input[type=file]", [{ name: "huge.litmus", mimeType: "text/plain", buffer: huge }]);
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("at most 1 MiB"), null, { timeout: 60000 });
  await page.setInputFiles("input[type=file]", [{ name: "SB.litmus", mimeType: "text/plain", buffer: await readFile(SB) }]);
  await page.waitForFunction(() => document.querySelectorAll(".outcomes tbody tr").length === 4, null, { timeout: 60000 });
});

test("hostile: pages of another origin and of another user get nothing", async () => {
  const page = await open(server.address);
  await ready(page);
  const other = await serve("--keep");
  // The page of one server, which knows no token of the other one, asks that; and so does one that knows it, from its own origin.
  const asked = (address) => page.evaluate(async (address) => {
    try {
      const response = await fetch(address, { mode: "no-cors" });
      return response.type === "opaque" ? "opaque" : (await response.text()).slice(0, 100);
    } catch (error) {
      return String(error);
    }
  }, address);
  for (const path of ["", "start", "alive"]) {
    const found = await asked(other.address + path);
    holds(/TypeError/.test(found), `${path}: ${found}`);
  }
  const stranger = await open(new URL("/", other.address).href, { ready: "" });
  holds((await stranger.textContent("body")).includes("lacks the secret word"), await stranger.textContent("body"));
  const elsewhere = await open(new URL(`/${new URL(server.address).pathname.split("/")[1]}/start`, other.address).href, { ready: "" });
  holds((await elsewhere.textContent("body")).includes("lacks the secret word"), "another server's word does not open it");
  other.stop();
});

test("presence: the server ends when Ctrl-C says so, with a page open", async () => {
  const own = await serve();
  const page = await open(own.address);
  await ready(page);
  const ended = new Promise((resolve) => own.child.on("exit", resolve));
  own.child.kill("SIGINT");
  equal(await ended, 0);
});

test("presence: the server ends a minute after the last page", async () => {
  const own = await serve();
  const page = await open(own.address);
  await ready(page);
  const ended = new Promise((resolve) => own.child.on("exit", (code) => resolve(code)));
  await page.close();
  const begin = performance.now();
  equal(await ended, 0);
  const seconds = (performance.now() - begin) / 1000;
  holds(seconds > 55 && seconds < 75, `it ended after ${seconds} s`);
});
