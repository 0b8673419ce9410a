// The page in a real browser. `cargo xtask page-test [WORD]` runs this.
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { equal, holds, open, runAll, serve, table, test, type, violations } from "./harness.mjs";

const root = new URL("../../../../", import.meta.url).pathname;
const SB = `${root}corpus/x86_64/SB.litmus`;
const FENCED = `${root}corpus/x86_64/SB+mfences.litmus`;
const server = await serve("--keep");
const fenced = await serve("--keep", FENCED);

const ready = (page) => page.waitForFunction(() => document.querySelectorAll(".outcomes .verdict.unknown").length === 0 && document.querySelector(".outcomes") && !document.body.classList.contains("running"));

test("start: the tutorial's test is run under two models", async () => {
  const page = await open(server.address);
  await ready(page);
  equal(await table(page), [
    ["0 0", "✗1", "✓1"],
    ["0 1", "✓1", "✓1"],
    ["1 0", "✓1", "✓1"],
    ["1 1", "✓1", "✓1"],
  ]);
  equal(await page.$$eval(".outcomes .observation", (all) => all.map((one) => one.textContent)), ["Never 0 3", "Sometimes 1 3"]);
  equal(await page.locator("tr.contested").count(), 1);
  equal(page.troubles, []);
});

test("edit: what is typed is coloured, checked and run", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.waitForSelector("#test-editor .tok-mnemonic");
  await type(page, "test-editor", (await readFile(SB, "utf8")).replace("movl (y),%eax", "mvol (y),%eax"));
  await page.waitForSelector("#test-editor .cm-lintRange-error");
  await type(page, "test-editor", await readFile(FENCED, "utf8"));
  await page.waitForFunction(() => !document.querySelector("#test-editor .cm-lintRange-error"));
  await page.waitForFunction(() => document.querySelectorAll(".verdict.no").length === 2);
  await ready(page);
  equal((await table(page))[0], ["0 0", "✗1", "✗1"]);
  equal(page.troubles, []);
});

test("edit: a model of one's own is a column of its own", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.selectOption("select[aria-label='Add a model']", { label: "a copy to edit" });
  await page.waitForFunction(() => document.querySelectorAll("thead .model").length === 3);
  await type(page, "model-editor", '"nothing"\nwith co from {co0}\nacyclic rf as none\n');
  await page.waitForSelector("#model-editor .tok-keyword");
  await type(page, "model-editor", '"all"\ninclude "cos.cat"\nacyclic po | rf as no-thin-air\n');
  await page.waitForFunction(() => [...document.querySelectorAll("tbody tr:first-child .verdict")][2]?.textContent === "✓1");
  equal(page.troubles, []);
});

test("edit: completion and meaning of words come from the library", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.click("#model-editor .cm-content");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nacyclic po-l");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  holds((await page.textContent(".cm-tooltip-autocomplete")).includes("po-loc"), "po-loc is offered");
  await page.keyboard.press("Escape");
  const word = page.locator("#test-editor .tok-mnemonic").first();
  await word.hover();
  await page.waitForSelector(".cm-tooltip-hover");
  equal(page.troubles, []);
});

test("examples and generation from a cycle", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.selectOption("select[aria-label=Examples]", { label: "MP+dmb.sy+addr" });
  await page.waitForFunction(() => document.querySelector("thead .model:last-child .name")?.textContent === "aarch64");
  await ready(page);
  holds((await page.textContent("#test-editor")).includes("DMB SY"), "the example is there");
  await page.fill(".cycle", "IRIW");
  await page.selectOption("select[aria-label='Generate for']", "PPC");
  await page.click(".generate button");
  await page.waitForFunction(() => document.querySelector("thead .model:last-child .name")?.textContent === "power");
  await ready(page);
  equal((await table(page)).length, 16);
  await page.fill(".cycle", "PodWR Nonsense");
  await page.click(".generate button");
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("No test"));
  equal(page.troubles, []);
});

test("explain: why an outcome is forbidden", async () => {
  const page = await open(fenced.address);
  await ready(page);
  await page.locator("tr.asked .verdict.no button").last().click();
  await page.waitForSelector("#execution svg .node");
  holds((await page.textContent(".check-head")).includes("tso fails: acyclic ppo | mfence | locked | seen"), await page.textContent(".check-head"));
  equal(await page.$$eval("#model-editor .cm-failing", (all) => all.map((one) => one.textContent)), ["acyclic ppo | mfence | locked | seen as tso"]);
  equal(await page.locator(".sentences li").count(), 5);
  // A sentence lights its edges, and the lines of the test.
  await page.hover(".sentences li:nth-child(2)");
  equal(await page.locator("#execution .edge.lit .line").count() > 0, true);
  holds((await page.locator("#test-editor .cm-lit").count()) > 0, "lines of the test are lit");
  // Step by step, unfolded on click; a definition is in a file that is included.
  await page.click(".unfold > summary");
  await page.click(".unfold .place-link >> nth=0");
  await page.waitForSelector("#model-editor .cm-defined");
  holds((await page.textContent("#model-head")).includes("x86fences.cat (included)"), await page.textContent("#model-head"));
  equal(page.troubles, []);
});

test("executions: paged, with relations toggled and places kept", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.selectOption("select[aria-label=Examples]", { label: "2+2W" });
  await ready(page);
  const many = page.locator(".verdict.no button, .verdict.yes button");
  await many.first().click();
  await page.waitForSelector("#execution svg");
  await page.fill(".cycle", "LB");
  await page.click(".generate button");
  await page.waitForFunction(() => document.querySelector("#test-editor")?.textContent.includes("LB"));
  await ready(page);
  await type(page, "test-editor", "X86_64 three\n{ }\n P0 | P1 ;\n movl $1,(x) | movl $2,(x) ;\n movl (x),%eax | movl (x),%eax ;\nexists (x=1)\n");
  await page.waitForFunction(() => document.querySelectorAll(".outcomes tbody tr").length === 2);
  await ready(page);
  await page.locator(".verdict.yes button").first().click();
  await page.waitForSelector("#execution svg");
  await page.waitForFunction(() => document.querySelector(".pager .of")?.textContent.includes(" of "));
  const places = () => page.$$eval("#execution .node .box", (all) => all.map((box) => [box.getAttribute("x"), box.getAttribute("y"), box.getAttribute("width")].join()));
  const first = await places();
  const drawnFirst = await page.innerHTML("#execution svg");
  await page.click("[aria-label='next execution']");
  equal(await page.textContent(".pager .of"), (await page.textContent(".pager .of")).replace(/^\d+/, "2"));
  equal(await places(), first, "boxes stay where they are");
  holds((await page.innerHTML("#execution svg")) !== drawnFirst, "another execution is drawn");
  await page.keyboard.press("ArrowLeft");
  equal(await page.innerHTML("#execution svg"), drawnFirst);
  await page.click(".chip >> text=rf");
  holds((await page.locator(".edge[data-style=rf]:not(.off)").count()) === 0, "rf is hidden");
  equal(await page.getAttribute(".chip:has-text('rf')", "aria-pressed"), "false");
  await page.click("[aria-label='next execution']");
  holds((await page.locator(".edge[data-style=rf]:not(.off)").count()) === 0, "rf stays hidden");
  // A relation of the model by its name.
  await page.fill(".more", "po-loc");
  await page.press(".more", "Enter");
  await page.waitForSelector(".edge[data-style=po-loc]");
  equal(page.troubles, []);
});

test("keyboard: the table is walked by arrows, executions by keys", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.focus(".verdict button >> nth=0");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#execution svg");
  equal(await page.textContent("#execution-head .outcome"), "0:rax=0; 1:rax=1;");
  equal(await page.locator(".verdict.selected").count(), 1);
  equal(page.troubles, []);
});

test("export: SVG, PNG, DOT and TikZ", async () => {
  const page = await open(fenced.address);
  await ready(page);
  await page.locator("tr.asked .verdict.no button").last().click();
  await page.waitForSelector("#execution svg .node");
  const saved = async (format) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.selectOption("[aria-label='Save the drawing']", format)]);
    return [download.suggestedFilename(), await readFile(await download.path())];
  };
  const [svgName, svg] = await saved("SVG");
  equal(svgName, "SB-mfences.svg".replace("SB-", "SB+"));
  holds(svg.toString().startsWith("<svg") && svg.toString().includes("MFENCE"), "an SVG document");
  const [, png] = await saved("PNG");
  equal([...png.subarray(1, 4)], [...Buffer.from("PNG")]);
  holds((await saved("DOT"))[1].toString().startsWith("digraph"), "dot");
  holds((await saved("TikZ"))[1].toString().includes("\\begin{tikzpicture}"), "TikZ");
  equal(page.troubles, []);
});

test("build: an execution by choices, with undo", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.click("#model-head .tab:text-is('sc')");
  await page.click(".views >> text=Build an execution");
  await page.waitForSelector(".open");
  holds((await page.textContent(".said")).startsWith("4 executions can still be built"), await page.textContent(".said"));
  equal(await page.locator(".open").count(), 2);
  await page.click(".open >> nth=0 >> .option:has-text('the initial')");
  await page.waitForFunction(() => document.querySelector(".said").textContent.startsWith("2 executions"));
  await page.click(".open >> nth=0 >> .option:has-text('the initial')");
  await page.waitForFunction(() => document.querySelector(".said").textContent.includes("forbidden by sc"));
  holds((await page.textContent(".check-head")).includes("sc fails"), "the reason is there");
  await page.click("#results-body >> text=Undo >> nth=-1");
  await page.waitForFunction(() => document.querySelector(".said").textContent.startsWith("2 executions"));
  await page.click("#results-body >> text=Start again");
  await page.waitForFunction(() => document.querySelector(".said").textContent.startsWith("4 executions"));
  equal(page.troubles, []);
});

test("compare: the difference, the clauses that matter, the smallest test", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.click(".views >> text=Compare models");
  holds((await page.textContent("#results-body")).includes("They differ about 1 of 4 outcomes"), await page.textContent("#results-body"));
  await page.click("text=Which clauses matter");
  await page.waitForFunction(() => /clauses were taken out|search was cut/.test(document.querySelector("#results-body").textContent));
  holds((await page.textContent(".clauses")).includes("acyclic po"), await page.textContent("#results-body"));
  await page.click("text=Why sc forbids it");
  await page.waitForSelector("#execution svg");
  await page.click("text=x86tso allows, sc forbids");
  await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Found after") || document.querySelector("#test-editor").textContent.includes("X86_64 D"));
  await page.click(".views >> text=Outcomes");
  await ready(page);
  equal(await page.locator("tr.asked .verdict").allTextContents(), ["✗1", "✓1"]);
  equal(page.troubles, []);
});

test("link: a page with the same test and models", async () => {
  const page = await open(server.address);
  await ready(page);
  await type(page, "test-editor", (await readFile(SB, "utf8")).replace("X86_64 SB", "X86_64 Linked"));
  await page.waitForFunction(() => location.hash.length > 20);
  await page.waitForTimeout(600);
  const other = await open(page.url());
  await ready(other);
  holds((await other.textContent("#test-editor")).includes("Linked"), "the test came along");
  equal(other.troubles, []);
});

test("share: one file, opened from disk without a network", async () => {
  const page = await open(fenced.address);
  await ready(page);
  await page.locator("tr.asked .verdict.no button").last().click();
  await page.waitForSelector("#execution svg .node");
  await page.click(".chip >> text=po");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Share")]);
  equal(download.suggestedFilename(), "SB+mfences.html");
  const path = join(await mkdtemp(join(tmpdir(), "lakmus-")), "shared.html");
  await download.saveAs(path);
  const shared = await open(`file://${path}`, { offline: true });
  await ready(shared);
  equal(await table(shared), await table(page));
  await shared.waitForSelector("#execution svg .node");
  holds((await shared.textContent(".check-head")).includes("tso fails"), "the explanation came along");
  equal(await shared.locator(".edge[data-style=po]:not(.off)").count(), 0, "toggles came along");
  await shared.locator(".verdict.yes button").first().click();
  await shared.waitForFunction(() => document.querySelector("#execution-head h2").textContent.startsWith("Allowed"));
  await shared.waitForSelector("#execution svg .node");
  await shared.waitForSelector("#test-editor .tok-mnemonic");
  equal(await violations(shared), []);
  equal(shared.troubles, []);
});

test("course: ten lessons, each with a task that is checked", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.click("text=Course");
  const edits = {
    "A fence": (text) => text.replace(" movl (y),%eax", " mfence        | mfence        ;\n movl (y),%eax"),
    "Barriers and dependencies": (text) => text.replace("STR W0,[X1] | LDR W2,[X3] ;", "STR W0,[X1] | DMB SY      ;\n DMB SY      | LDR W2,[X3] ;"),
    "Release and acquire in C11": (text) => text.replace("store_explicit(y, 1, memory_order_relaxed", "store_explicit(y, 1, memory_order_release").replace("load_explicit(y, memory_order_relaxed", "load_explicit(y, memory_order_acquire"),
    "Where release and acquire are not enough": (text) => text.replace(/memory_order_(release|acquire)/g, "memory_order_seq_cst"),
    "The Linux kernel": (text) => text.replaceAll("\n  int r0", "\n  smp_mb();\n  int r0"),
    "Data races": (text) => text.replace("store_explicit(y, 1, memory_order_relaxed", "store_explicit(y, 1, memory_order_release").replace("load_explicit(y, memory_order_relaxed", "load_explicit(y, memory_order_acquire"),
  };
  for (let number = 0; number < 10; number++) {
    await page.selectOption("[aria-label=Lesson]", String(number));
    const title = (await page.textContent("#course h2")).replace(/^\d+\. /, "");
    await page.waitForFunction((n) => document.querySelector("#course h2").textContent.startsWith(`${n}.`), number + 1);
    await page.waitForTimeout(300);
    await ready(page);
    await page.click(".check-answer");
    await page.waitForSelector(".task .no", { timeout: 10000 });
    const text = await page.evaluate(() => [...document.querySelectorAll("#test-editor .cm-line")].map((line) => line.textContent).join("\n"));
    if (edits[title]) {
      holds(edits[title](text) !== text, `the edit of ${title} changes the text: ${text}`);
      await type(page, "test-editor", edits[title](text));
    } else {
      const rows = await table(page);
      const boxes = page.locator("#course .states input");
      equal(await boxes.count(), rows.length, title);
      for (const [row, [, strong, weak]] of rows.entries()) if (strong.startsWith("✗") && weak.startsWith("✓")) await boxes.nth(row).check();
    }
    await page.waitForTimeout(500);
    await ready(page);
    await page.click(".check-answer");
    await page.waitForSelector(".task .yes", { timeout: 10000 }).catch(async () => holds(false, `${title}: ${await page.textContent(".task")}`));
  }
  equal(await violations(page), []);
  equal(page.troubles, []);
});

test("machine: a C test beside its code, simulated and mixed", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.selectOption("select[aria-label=Examples]", { label: "MP+rel+acq" });
  await page.waitForFunction(() => document.querySelector("#test-editor").textContent.includes("memory_order_release"));
  await ready(page);
  await page.click(".views >> text=C to machine");
  await page.waitForSelector(".compiled, #results-body .trouble", { timeout: 60000 });
  if (!(await page.locator(".compiled").count())) {
    console.log(`not run: no compiler (${await page.textContent("#results-body .trouble")})`);
    return;
  }
  await page.waitForFunction(() => [...document.querySelectorAll(".compiled > p > b")].every((one) => one.textContent !== "…"), null, { timeout: 60000 });
  for (const said of await page.$$eval(".compiled > p > b", (all) => all.map((one) => one.textContent))) holds(said.startsWith("never"), said);
  equal(await page.locator(".compiled >> nth=0 >> .code").count(), 4);
  holds((await page.locator("#test-editor .cm-piece-1").count()) > 0, "statements are coloured");
  await page.click("text=Mix these compilers");
  await page.waitForFunction(() => /were judged/.test(document.querySelector("#results-body").textContent), null, { timeout: 80000 });
  equal(await violations(page), []);
  await page.click("text=Open this test");
  await ready(page);
  equal(await page.locator("tr.asked .verdict.yes").count(), 0);
  equal(page.troubles, []);
});

test("reports: traces, fences, counterexamples, bugs and verdicts of other commands", async () => {
  const folder = `${root}crates/explore/page/tests/reports/`;
  const files = ["race.json", "verify.json", "fence.json", "mix.json", "java.json", "race.c", "sb.c"].map((name) => folder + name);
  const own = await serve("--keep", ...files);
  const page = await open(own.address, { ready: ".timeline" });
  const shows = async (name, ...wanted) => {
    await page.selectOption("select[aria-label=Report]", { label: name });
    const body = await page.textContent("#results-body");
    for (const one of wanted) holds(body.includes(one), `${name}: ${one} in ${body}`);
    equal(await violations(page), [], name);
  };
  await shows("race.json", "data race", "thread 2", "the second access of the race", "race.c");
  equal(await page.locator(".timeline th").count(), 3);
  equal(await page.locator(".lit-line").count(), 2);
  await shows("verify.json", "violated", "its write y = 1 takes effect", "sb.c:5:38");
  await shows("fence.json", "2 fences are needed", "critical cycle SB", "W x");
  holds((await page.locator(".source-line").count()) > 0, "the source stands beside it");
  await shows("mix.json", "SB+scs on aarch64", "LDAPR");
  await shows("java.json", "LB+positive: allowed");
  await page.selectOption("select[aria-label=Report]", { label: "mix.json" });
  await page.click("text=Open the combined test");
  await page.waitForFunction(() => document.querySelector("#test-editor").textContent.includes("LDAPR"));
  equal(page.troubles, []);
  own.stop();
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
});

test("limits: a run that explodes is cut, and the page says so", async () => {
  const short = await serve("--timeout", "2");
  const page = await open(short.address);
  await ready(page);
  const row = (cell) => Array.from({ length: 6 }, (_, thread) => cell(thread)).join(" | ") + " ;\n";
  let text = "X86_64 many\n{ }\n" + row((thread) => `P${thread}`);
  for (let number = 0; number < 4; number++) text += row(() => "movl $1,(x)") + row(() => "movl (x),%eax");
  await type(page, "test-editor", text + "exists (0:rax=7)\n");
  await page.waitForFunction(() => /cut|cancel|limit/i.test(document.getElementById("status").textContent + document.querySelector("#results-body").textContent), null, { timeout: 30000 });
  short.stop();
});

test("presence: the server ends when Ctrl-C says so, with a page open", async () => {
  const own = await serve();
  const page = await open(own.address);
  await ready(page);
  const ended = new Promise((resolve) => own.child.on("exit", resolve));
  own.child.kill("SIGINT");
  equal(await ended, 0);
});

for (const scheme of ["light", "dark"]) {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    test(`accessibility: no violations (${scheme}, ${width})`, async () => {
      const page = await open(server.address, { scheme, width, height });
      await ready(page);
      equal(await violations(page), []);
      await page.locator(".verdict.no button").first().click();
      await page.waitForSelector("#execution svg .node");
      equal(await violations(page), [], "with an execution");
      for (const view of ["Build an execution", "Compare models"]) {
        await page.click(`.views >> text=${view}`);
        await page.waitForTimeout(700);
        equal(await violations(page), [], view);
      }
      holds((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, "nothing sticks out");
      equal(page.troubles, []);
    });
  }
}

await runAll(process.argv[2]);
