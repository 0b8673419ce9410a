// What the library says of a text while it is typed: colours, remarks, completions, what a word means.

import type { CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import { askOnce, type Remark } from "./ask";
import { el } from "./dom";
import type { Page } from "./page";

type What = "test" | "model";

export class Language {
  private readonly asking = new Map<What, AbortController>();

  constructor(readonly page: Page) {}

  private edited_(what: What, text: string): object {
    const name = what === "test" ? this.page.state.testName : `${this.page.activeModel?.name ?? "model"}.cat`;
    return { what, name, text };
  }

  private editor(what: What) {
    return what === "test" ? this.page.test : this.page.model;
  }

  /** A text is another one: what is said of it is asked anew, and the last answer alone counts. */
  edited(what: What): void {
    this.asking.get(what)?.abort();
    const asking = new AbortController();
    this.asking.set(what, asking);
    const text = this.editor(what).text;
    const begin = performance.now();
    askOnce({ ask: "edit", ...this.edited_(what, text) }, asking.signal).then(
      (line) => {
        const editor = this.editor(what);
        if (line.kind !== "edited" || editor.text !== text) return;
        editor.tokens((line["tokens"] as [number, number, string][]).map(([from, to, kind]) => ({ from, to, kind })));
        const remarks = line["remarks"] as { severity: Remark["severity"]; message: string; from: number; to: number; help: string[] }[];
        editor.remarks(
          remarks.map(({ severity, message, from, to, help }) => ({ severity, message, help, code: "", labels: [[{ file: "", line: 0, from, to }, ""]] })),
          () => true,
        );
        document.documentElement.dataset["saidAfter"] = String(Math.round(performance.now() - begin));
      },
      () => undefined,
    );
  }

  completion(what: What): CompletionSource {
    return async (context: CompletionContext): Promise<CompletionResult | null> => {
      if (!context.explicit && !context.matchBefore(/[\w.%$]+/)) return null;
      const line = await askOnce({ ask: "complete", ...this.edited_(what, context.state.doc.toString()), at: context.pos });
      if (line.kind !== "completions") return null;
      const options = line["options"] as { label: string; insert: string; detail: string; documentation: string }[];
      return {
        from: line["from"] as number,
        options: options.map(({ label, insert, detail, documentation }) => ({
          label,
          apply: insert,
          detail,
          ...(documentation ? { info: () => el("div", { class: "hover" }, documentation) } : {}),
        })),
        validFor: /^[\w.%$-]*$/,
      };
    };
  }

  hover(what: What): (text: string, at: number) => Promise<{ from: number; to: number; text: string } | null> {
    return async (text, at) => {
      const line = await askOnce({ ask: "hover", ...this.edited_(what, text), at });
      if (line.kind !== "meaning") return null;
      return { from: line["from"] as number, to: line["to"] as number, text: line["markdown"] as string };
    };
  }
}
