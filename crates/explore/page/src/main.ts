// The page of `lakmus explore`.

import type { Start } from "./ask";
import { buildView } from "./build";
import { compareView } from "./compare";
import { byId, el } from "./dom";
import { Page } from "./page";
import { fromFragment } from "./permalink";
import type { Carried } from "./state";
import { testHead, tools } from "./tools";

async function begin(): Promise<void> {
  const start = (await (await fetch("start")).json()) as Start;
  // As long as this is open, the server stays.
  new EventSource("alive");
  const linked = await fromFragment(location.hash);
  const page = new Page(start, linked ?? first(start));
  page.addView(buildView(page));
  page.addView(compareView(page));
  testHead(page);
  tools(page, []);
  await page.open(linked ?? first(start));
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
