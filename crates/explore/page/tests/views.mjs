// Views beside the outcomes: executions built by choices, compilers, the course.
import { equal, holds, NotRun, open, ready, server, table, test, type, violations } from "./harness.mjs";

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

test("build: paths first, then reads and coherence", async () => {
  const page = await open(server.address);
  await ready(page);
  // A branch: P1 goes on in two ways, and writes again where it has read 1; so there are two writes to y or one.
  await type(page, "test-editor", "C branch\n{ x=0; y=0; }\nP0(atomic_int *x, atomic_int *y) { atomic_store_explicit(x, 1, memory_order_relaxed); atomic_store_explicit(y, 1, memory_order_relaxed); }\nP1(atomic_int *x, atomic_int *y) { int r0 = atomic_load_explicit(x, memory_order_relaxed); if (r0 == 1) { atomic_store_explicit(y, 2, memory_order_relaxed); } }\nexists (y=1)\n");
  await page.waitForFunction(() => document.querySelector("#model-head")?.textContent.includes("rc11") || document.querySelector("#results-body").textContent.includes("sc"));
  await page.selectOption("select[aria-label='Add a model']", "sc").catch(() => undefined);
  await ready(page);
  await page.click("#model-head .tab:text-is('sc')");
  await page.click(".views >> text=Build an execution");
  await page.waitForSelector(".open");
  const questions = () => page.$$eval(".open legend", (all) => all.map((one) => one.textContent));
  equal(await questions(), ["P1 executes"], "paths are chosen before anything that depends on them");
  await page.locator(".option", { hasText: "store" }).first().click();
  await page.waitForFunction(() => ![...document.querySelectorAll(".open legend")].some((one) => one.textContent.includes("executes")));
  equal(await questions(), ["coherence of y"]);
  holds((await page.textContent("#results-body")).includes("It follows"), "that P1 reads 1 follows from its path");
  await page.locator(".option").first().click();
  await page.waitForFunction(() => document.querySelector(".said").textContent.startsWith("One execution is left"));
  // Undo of the first choice takes back what followed.
  await page.locator(".made button").first().click();
  await page.waitForFunction(() => document.querySelector(".open legend")?.textContent === "P1 executes");
  equal(await page.locator(".made").count(), 0);
  equal(page.troubles, []);
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
    throw new NotRun(await page.textContent("#results-body .trouble"));
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

test("machine: mapping tables are mixed, and the bug that they make together is found and opened", async () => {
  const page = await open(server.address);
  await ready(page);
  await page.selectOption("select[aria-label=Examples]", { label: "SB+scs" });
  await page.waitForFunction(() => document.querySelector("#test-editor").textContent.includes("seq_cst"));
  await ready(page);
  await page.click(".views >> text=C to machine");
  await page.waitForSelector(".compilers select optgroup[label='Mapping tables']", { state: "attached", timeout: 60000 });
  while (await page.locator(".compilers .close").count()) await page.locator(".compilers .close").first().click();
  for (const table of ["aarch64-jvm-ldapr", "aarch64-abi"]) {
    await page.selectOption("select[aria-label='Add a compiler']", table);
    await page.waitForFunction((name) => [...document.querySelectorAll(".compilers .tab-name")].some((one) => one.textContent === name), table);
  }
  await page.waitForFunction(() => document.querySelectorAll(".compiled").length === 2 && [...document.querySelectorAll(".compiled > p > b")].every((one) => one.textContent !== "…"), null, { timeout: 60000 });
  await page.click("text=Mix these compilers");
  await page.waitForSelector("#results-body .difference", { timeout: 80000 });
  const said = await page.textContent("#results-body .difference");
  holds(said.includes("A bug on AArch64 (aarch64)") && said.includes("0:r0=0; 1:r0=0;") && said.includes("compiled by aarch64-jvm-ldapr"), said);
  equal(await violations(page), []);
  await page.click("text=Open the combined test");
  await page.waitForFunction(() => document.querySelector("#test-editor").textContent.includes("LDAPR"));
  await ready(page);
  equal(await page.locator("tr.asked .verdict.yes").count(), 1, "the machine's model allows what the test forbids");
  equal(page.troubles, []);
});
