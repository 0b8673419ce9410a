// The page in a real browser: `cargo xtask page-test [WORD]` runs this and the other files (run.mjs).
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editAndRun, equal, fenced, holds, open, ready, root, SB, server, table, test, type, violations } from "./harness.mjs";

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
  await editAndRun(page);
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

test("edit: instructions are completed", async () => {
  const page = await open(server.address);
  await ready(page);
  await type(page, "test-editor", "X86_64 unfinished\n{ }\n P0 ;\n ");
  await page.keyboard.type("mfe");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  equal(await page.$$eval(".cm-tooltip-autocomplete .cm-completionLabel", (all) => all.map((one) => one.textContent)), ["mfence"]);
  await page.keyboard.press("Enter");
  await page.keyboard.insertText(" ;\nexists (true)\n");
  await page.waitForFunction(() => document.querySelector("#test-editor").textContent.includes(" mfence ;"));
  await page.waitForFunction(() => !document.querySelector("#test-editor .cm-lintRange-error"));
  equal(page.troubles, []);
});

// One test of each language, with a kind of words that it is coloured by.
const LANGUAGES = {
  "aarch64/2+2W": "mnemonic",
  "arm/CoRR": "mnemonic",
  "bpf/2+2W": "operator",
  "c/2+2W+rels": "function",
  "generated/PPC/2+2W+eieios": "mnemonic",
  "java/SB+rfis": "function",
  "linux/2+2W+mbs": "function",
  "lisa/plain": "mnemonic",
  "loongarch/2+2W": "mnemonic",
  "mips/2+2W": "mnemonic",
  "riscv/2+2W": "mnemonic",
  "s390x/2+2W": "mnemonic",
  "x86_64/2+2W": "mnemonic",
};
// Without annotations, which a bell file would have to explain.
const PLAIN = "LISA plain\n{}\n P0      | P1        ;\n w[] x 1 | r[] r0 x ;\n         | r[] r1 x ;\nexists (1:r0=1 /\\ 1:r1=0)\n";
for (const [file, kind] of Object.entries(LANGUAGES)) {
  test(`edit: a test of ${file.split("/").slice(-2, -1)} is coloured, run and checked`, async () => {
    const page = await open(server.address);
    await ready(page);
    const name = file.split("/").at(-1);
    await page.setInputFiles("input[type=file]", name === "plain" ? { name: "plain.litmus", mimeType: "text/plain", buffer: Buffer.from(PLAIN) } : `${root}corpus/${file}.litmus`);
    await page.waitForFunction((name) => document.querySelector("#test-editor").textContent.includes(name), name);
    await ready(page);
    await page.waitForSelector(`#test-editor .tok-${kind}`);
    holds((await page.locator(".outcomes tbody tr").count()) > 0, "outcomes are there");
    equal(await page.locator("#test-editor .cm-lintRange-error").count(), 0);
    // A letter more in the place of the condition.
    await page.click("#test-editor .cm-content");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n)");
    await page.waitForSelector("#test-editor .cm-lintRange-error");
    equal(page.troubles, []);
  });
}

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
  await page.waitForSelector("#execution .canvas svg");
  await page.fill(".cycle", "LB");
  await page.click(".generate button");
  await page.waitForFunction(() => document.querySelector("#test-editor")?.textContent.includes("LB"));
  await ready(page);
  await type(page, "test-editor", "X86_64 three\n{ }\n P0 | P1 ;\n movl $1,(x) | movl $2,(x) ;\n movl (x),%eax | movl (x),%eax ;\nexists (x=1)\n");
  await page.waitForFunction(() => document.querySelectorAll(".outcomes tbody tr").length === 2);
  await ready(page);
  await page.locator(".verdict.yes button").first().click();
  await page.waitForSelector("#execution .canvas svg");
  await page.waitForFunction(() => document.querySelector(".pager .of")?.textContent.includes(" of "));
  const places = () => page.$$eval("#execution .node .box", (all) => all.map((box) => [box.getAttribute("x"), box.getAttribute("y"), box.getAttribute("width")].join()));
  const first = await places();
  const drawnFirst = await page.innerHTML("#execution .canvas svg");
  await page.click("[aria-label='next execution']");
  equal(await page.textContent(".pager .of"), (await page.textContent(".pager .of")).replace(/^\d+/, "2"));
  equal(await places(), first, "boxes stay where they are");
  holds((await page.innerHTML("#execution .canvas svg")) !== drawnFirst, "another execution is drawn");
  await page.keyboard.press("ArrowLeft");
  equal(await page.innerHTML("#execution .canvas svg"), drawnFirst);
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
  await page.waitForSelector("#execution .canvas svg");
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

test("compare: the difference, the clauses that matter, the smallest test", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.click(".views >> text=Compare models");
  holds((await page.textContent("#results-body")).includes("They differ about 1 of 4 outcomes"), await page.textContent("#results-body"));
  await page.click("text=Which clauses matter");
  await page.waitForFunction(() => /clauses were taken out|search was cut/.test(document.querySelector("#results-body").textContent));
  holds((await page.textContent(".clauses")).includes("acyclic po"), await page.textContent("#results-body"));
  await page.click("text=Why sc forbids it");
  await page.waitForSelector("#execution .canvas svg");
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
