// The page of `lakmus explore`.

import { answeredBy, answerFrom, type Start, who } from "./ask";
import { buildView } from "./build";
import { compareView } from "./compare";
import { Course } from "./course";
import { button, byId, el } from "./dom";
import { machineView } from "./machine";
import { Page } from "./page";
import { fromFragment } from "./permalink";
import { isCarried, Program } from "./program";
import { Reports } from "./report";
import { Server } from "./server";
import { frozen, keepSkeleton, share } from "./share";
import type { Carried } from "./state";
import { themeButton } from "./theme";
import { opening, testHead, tools } from "./tools";

async function begin(): Promise<void> {
  const saved = frozen();
  if (saved) {
    answerFrom(saved.answers);
    const page = new Page(saved.start, saved.carried, true);
    saved.hidden.forEach((name) => page.state.hidden.add(name));
    testHead(page);
    byId("tools").append(el("span", { class: "quiet" }, "saved from `lakmus explore`"), el("span", { class: "space" }), themeButton());
    await page.open(saved.carried);
    return;
  }
  keepSkeleton();
  answeredBy(isCarried() ? new Program() : new Server());
  const start = await who().start();
  const linked = await fromFragment(location.hash);
  const page = new Page(start, linked ?? first(start));
  page.addView(buildView(page));
  page.addView(compareView(page));
  page.addView(machineView(page));
  const reports = new Reports(page, start.files);
  testHead(page);
  const course = new Course(page);
  tools(page, [opening(page, reports), button("Course", () => course.toggle(), { title: "ten lessons" }), button("Share", () => void share(page), { title: "save one HTML file that opens without a server" })]);
  await page.open(linked ?? first(start));
  // Who names a report wants to see it.
  if (reports.isSome && !linked) page.turnTo("report");
  // Something is to be seen at once: what the condition asks about, under the last of the models.
  if (!linked && !reports.isSome) await page.chooseAsked();
}

/** What the page opens with: the files that were named, or the first example. */
function first(start: Start): Carried {
  const test = start.files.find((file) => file.kind === "test");
  const models = start.files.filter((file) => file.kind === "model").map((file): [string, string | null] => [file.name.replace(/\.cat$/, ""), file.text]);
  if (test) return { n: test.name, t: test.text, m: models };
  const example = start.examples[0];
  return { n: `${example?.name ?? "test"}.litmus`, t: example?.text ?? "", m: models.length ? models : [["sc", null], ["x86tso", null]] };
}

begin().catch((error: unknown) => {
  byId("status").append(el("b", {}, "The page does not work: "), String(error));
  byId("status").classList.add("trouble");
});
