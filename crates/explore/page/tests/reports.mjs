// Reports of other commands: those in tests/reports are what the commands print (`node tests/reports/make.mjs LAKMUS` makes them anew).
import { equal, holds, open, root, serve, test, violations } from "./harness.mjs";

test("reports: traces, fences, counterexamples, bugs and verdicts of other commands", async () => {
  const folder = `${root}crates/explore/page/tests/reports/`;
  const files = ["race.json", "verify.json", "fence.json", "mix.json", "java.json", "run.json", "stale.json", "race.c", "sb.c", "stale.c"].map((name) => folder + name);
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
  await shows("run.json", "SB under x86tso: sometimes", "0:rax=0; 1:rax=0;");
  // A stale read: the value that is read, the stores that it passed over, and why it may.
  await shows("stale.json", "assertion", "reads 0 from `data` (relaxed), an old value", "newer is 2: what thread 1 has stored at stale.c:7", "newer is 1: what thread 1 has stored at stale.c:6", "it may be read: nothing that thread 1 does happens before this step");
  await page.selectOption("select[aria-label=Report]", { label: "mix.json" });
  await page.click("text=Open the combined test");
  await page.waitForFunction(() => document.querySelector("#test-editor").textContent.includes("LDAPR"));
  equal(page.troubles, []);
  own.stop();
});

test("reports: a Java justification stage by stage", async () => {
  const folder = `${root}crates/explore/page/tests/reports/`;
  const own = await serve("--keep", `${folder}java-justified.json`, `${folder}java-forbidden.json`);
  const page = await open(own.address, { ready: ".justification svg .node" });
  await page.selectOption("select[aria-label=Report]", { label: "java-justified.json" });
  await page.waitForSelector(".justification svg .node");
  equal(await page.textContent(".justification .of"), "stage 1 of 6");
  equal(await page.$$eval(".stage code", (all) => all.map((one) => one.textContent)), ["Wini(x), Wini(y)", "W0(y)", "R1(y)", "W1(x)", "R0(x)", "nothing more"]);
  const places = () => page.$$eval(".justification .node .box", (all) => all.map((box) => [box.getAttribute("x"), box.getAttribute("y"), box.getAttribute("width")].join()));
  const text = () => page.textContent(".justification svg");
  const [first, drawn] = [await places(), await text()];
  holds(drawn.includes("R1(y)=0"), drawn);
  for (let stage = 2; stage <= 4; stage++) await page.click("[aria-label='next stage']");
  equal(await page.textContent(".justification .of"), "stage 4 of 6");
  equal(await places(), first, "boxes stay where they are");
  holds((await text()).includes("R1(y)=1"), "the read sees the write that was committed");
  await page.focus("[aria-label='next stage']");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  equal(await page.textContent(".justification .of"), "stage 6 of 6");
  holds(await page.locator("[aria-label='next stage']").isDisabled(), "there is no further stage");
  await page.click(".stage >> nth=1");
  equal(await page.textContent(".justification .of"), "stage 2 of 6");
  equal(await violations(page), []);
  // One that is forbidden: how far one gets, and what is in the way.
  await page.selectOption("select[aria-label=Report]", { label: "java-forbidden.json" });
  await page.waitForFunction(() => document.querySelectorAll(".justification .canvas svg").length === 2);
  const said = await page.textContent(".justification");
  holds(said.includes("No justification was found") && said.includes("cannot be committed next"), said);
  equal(await violations(page), []);
  equal(page.troubles, []);
  own.stop();
});

test("reports: opened in the page, script in them is text", async () => {
  const own = await serve("--keep");
  const page = await open(own.address);
  await page.evaluate(() => (globalThis.alarm = 0));
  const evil = "<img src=x onerror=alarm=1><script>alarm=1</script>";
  const drawing = { title: evil, columns: [evil], nodes: [{ column: 0, lines: [evil], emphasised: true }], styles: [{ name: evil, colour: "ink", dashed: false }], edges: [{ from: 0, to: 0, style: 0, label: evil, emphasised: false }], notes: [evil] };
  const report = { file: evil, test: evil, verdict: evil, outcomes: [evil], behaviours: [{ condition: evil, verdict: evil, justification: { outcome: evil, stages: [{ commits: [evil], drawing }], missed: null, blocked: [{ action: evil, reasons: [evil] }] } }] };
  await page.setInputFiles("input[type=file]", [{ name: "evil.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(report)) }]);
  await page.waitForSelector(".justification svg .node");
  equal(await page.evaluate(() => globalThis.alarm), 0);
  equal(await page.locator("#main img:not(.cm-widgetBuffer), #main script").count(), 0);
  // A drawing that is none is refused in words.
  drawing.nodes[0].column = 9;
  await page.setInputFiles("input[type=file]", [{ name: "wrong.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(report)) }]);
  await page.waitForSelector(".justification .trouble");
  holds((await page.textContent(".justification .trouble")).includes("there is no column 9"), "what is wrong is said");
  equal(page.troubles, []);
  own.stop();
});
