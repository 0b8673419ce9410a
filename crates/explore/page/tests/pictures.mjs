// The pictures of docs/explore.md: `cargo xtask page-test --pictures`. What is given as first argument is where they go.
import { fenced, open, root, serve, server as plain } from "./harness.mjs";

const folder = process.argv[2] ?? `${root}docs/pictures`;
const narrow = { width: 390, height: 844 };
const report = (...names) => serve("--keep", ...names.map((name) => `${root}crates/explore/page/tests/reports/${name}`));
const reports = await report("race.json", "race.c");
const stages = await report("java-justified.json");
const settled = (page) => page.waitForTimeout(700);

async function forbidden(page) {
  await page.locator("tr.asked .verdict.no button").last().click();
  await page.waitForSelector("#execution svg .node");
}

async function build(page) {
  await page.click(".views >> text=Build an execution");
  await page.click(".open >> nth=0 >> .option:has-text('the initial')");
  await page.waitForSelector(".made");
}

async function compare(page) {
  await page.click(".views >> text=Compare models");
  await page.click("text=Which clauses matter");
  await page.waitForSelector(".clauses");
  await page.click("text=Why sc forbids it");
  await page.waitForSelector("#execution svg .node");
}

async function machine(page) {
  await page.selectOption("select[aria-label=Examples]", { label: "SB+scs" });
  await page.waitForFunction(() => document.querySelector("#test-editor").textContent.includes("seq_cst"));
  await page.click(".views >> text=C to machine");
  await page.waitForSelector(".compiled");
  await page.waitForFunction(() => [...document.querySelectorAll(".compiled > p > b")].every((one) => one.textContent !== "…"), null, { timeout: 60000 });
}

/** The stage in which something is committed that the one before did not have. */
async function fourth(page) {
  await page.waitForSelector(".justification svg .node");
  await page.click(".stage >> nth=3");
}

async function course(page) {
  await page.click("text=Course");
  await page.waitForSelector("#course .task");
}

const all = [
  ["explore", fenced, forbidden],
  ["explore-build", plain, build],
  ["explore-compare", plain, compare],
  ["explore-machine", plain, machine],
  ["explore-course", plain, course],
  ["explore-report", reports, async () => undefined],
  ["explore-stages", stages, fourth],
];
// Those of the documentation are light and wide; with a folder of one's own, all are made, to be looked at.
const kinds = process.argv[2] ? [["", {}], ["-dark", { scheme: "dark" }], ["-narrow", narrow], ["-narrow-dark", { ...narrow, scheme: "dark" }]] : [["", {}]];
for (const [name, server, act] of all) {
  for (const [kind, options] of kinds) {
    const page = await open(server.address, { ...options, ready: [reports, stages].includes(server) ? "#results-body h2" : ".outcomes" });
    await settled(page);
    await act(page);
    await settled(page);
    await page.screenshot({ path: `${folder}/${name}${kind}.png`, fullPage: options.width === narrow.width });
    await page.close();
    console.log(`${name}${kind}.png`);
  }
}
process.exit(0);
