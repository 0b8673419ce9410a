// What the library says of a text while it is typed: colours, remarks, completions, what a word means.

import type { CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import type { Page } from "./page";

type What = "test" | "model";

export class Language {
  constructor(readonly page: Page) {}

  edited(_what: What): void {}

  completion(_what: What): CompletionSource {
    return async (_context: CompletionContext): Promise<CompletionResult | null> => null;
  }

  hover(_what: What): (text: string, at: number) => Promise<{ from: number; to: number; text: string } | null> {
    return async () => null;
  }
}
