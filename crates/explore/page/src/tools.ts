// The bar at the top: examples, generation, sharing.

import { askOnce, who } from "./ask";
import { announce, button, byId, download, el } from "./dom";
import type { Page } from "./page";
import type { Reports } from "./report";
import { themeButton } from "./theme";

function examples(page: Page): HTMLElement {
  const choice = el("select", { "aria-label": "Examples", class: "examples" }, el("option", { value: "" }, "Examples"));
  const groups = new Map<string, HTMLOptGroupElement>();
  page.start.examples.forEach((example, number) => {
    let group = groups.get(example.group);
    if (!group) {
      group = el("optgroup", { label: example.group });
      groups.set(example.group, group);
      choice.append(group);
    }
    group.append(el("option", { value: String(number) }, example.name));
  });
  choice.addEventListener("change", () => {
    const example = page.start.examples[Number(choice.value)];
    choice.value = "";
    if (example) void page.open({ n: `${example.name}.litmus`, t: example.text, m: [] });
  });
  return choice;
}

function generation(page: Page): HTMLElement {
  const shapes = el("datalist", { id: "shapes" }, ...page.start.shapes.map((shape) => el("option", { value: shape.name }, shape.cycle)));
  const cycle = el("input", { type: "text", class: "cycle", "aria-label": "Cycle of relaxations, or the name of a shape", placeholder: "a cycle: PodWR Fre PodWR Fre", list: "shapes", spellcheck: "false" });
  const architecture = el("select", { "aria-label": "Generate for" }, ...page.start.generated.map((name) => el("option", { value: name }, name)));
  const form = el("form", { class: "generate" }, cycle, shapes, architecture, el("button", { type: "submit" }, "Generate"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const shape = page.start.shapes.find((one) => one.name === cycle.value.trim());
    void askOnce({ ask: "generate", architecture: architecture.value, cycle: shape?.cycle ?? cycle.value }).then(async (line) => {
      if (line.kind === "generated") await page.open({ n: `${line["name"]}.litmus`, t: line["text"] as string, m: [] });
      else announce(`No test: ${line["message"] ?? "no reason is known"}.`);
      byId("status").classList.toggle("trouble", line.kind !== "generated");
    });
  });
  return form;
}

/** A button that opens files of the user: tests, models, reports, and the sources that these are about. */
export function opening(page: Page, reports: Reports): HTMLElement {
  const kinds = page.start.kinds;
  const chooser = el("input", { type: "file", multiple: true, accept: kinds.map(([ending]) => `.${ending}`).join(","), hidden: true, "aria-label": "Files to open" });
  chooser.addEventListener("change", () => {
    const files = [...(chooser.files ?? [])];
    chooser.value = "";
    void opened(page, reports, files);
  });
  return el("span", {}, chooser, button("Open", () => chooser.click(), { title: "open a test, a model, a report of another command, or a source that one is about" }));
}

async function opened(page: Page, reports: Reports, files: File[]): Promise<void> {
  const unknown: string[] = [];
  let hasReport = false;
  for (const file of files) {
    const kind = page.start.kinds.find(([ending]) => file.name.endsWith(`.${ending}`))?.[1];
    const text = await file.text();
    if (kind === undefined) unknown.push(file.name);
    else if (kind === "test") await page.open({ n: file.name, t: text, m: [] });
    else if (kind === "model") await page.addModel(file.name.replace(/\.cat$/, ""), text);
    else reports.add({ kind, name: file.name, text });
    hasReport ||= kind === "report";
  }
  page.draw();
  if (hasReport) page.turnTo("report");
  if (unknown.length) announce(`Not opened, since it is no test, model, report or source: ${unknown.join(", ")}.`);
}

/** Fills the bar. */
export function tools(page: Page, more: HTMLElement[]): void {
  const link = button("Link", () => {
    void page.link().then(async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        announce(`The link is copied. It carries test and models; it opens ${who().hasCompilers ? "on this server" : "this page"}.`);
      } catch {
        announce("The link is in the address line. It carries test and models.");
      }
    });
  }, { title: "copy a link that carries test and models" });
  const file = button("Save test", () => download(page.state.testName.endsWith(".litmus") ? page.state.testName : `${page.state.testName}.litmus`, page.state.test, "text/plain"));
  byId("tools").append(examples(page), generation(page), el("span", { class: "space" }), ...more, file, link, themeButton());
}

/** The head of the test's pane. */
export function testHead(page: Page): void {
  const name = el("input", { type: "text", class: "test-name", "aria-label": "Name of the test's file", value: page.state.testName, spellcheck: "false" });
  name.addEventListener("change", () => {
    page.state.testName = name.value.trim() || "test.litmus";
    void page.run(page.state.selected);
  });
  byId("test-head").append(el("h2", {}, "Test"), name);
}
