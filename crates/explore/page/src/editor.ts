// The two editors: CodeMirror, with what the library says of the text.

import { autocompletion, closeBrackets, type CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import type { Remark } from "./ask";

export interface Token {
  from: number;
  to: number;
  kind: string;
}

const setTokens = StateEffect.define<Token[]>();
const setMarked = StateEffect.define<{ from: number; to: number; kind: string }[]>();

/** Decorations that an effect replaces and edits move. */
function decorations<T>(effect: ReturnType<typeof StateEffect.define<T>>, make: (value: T, state: EditorState) => DecorationSet): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(set, transaction) {
      let now = set.map(transaction.changes);
      for (const one of transaction.effects) if (one.is(effect)) now = make(one.value, transaction.state);
      return now;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const tokens = decorations(setTokens, (all, state) => {
  const inside = all.filter((token) => token.from < token.to && token.to <= state.doc.length);
  return Decoration.set(inside.map((token) => Decoration.mark({ class: `tok-${token.kind}` }).range(token.from, token.to)), true);
});

const marked = decorations(setMarked, (all, state) => {
  const ranges = [];
  for (const { from, to, kind } of all) {
    if (to > state.doc.length) continue;
    const last = state.doc.lineAt(to).number;
    for (let line = state.doc.lineAt(from).number; line <= last; line++) {
      ranges.push(Decoration.line({ class: `cm-${kind}` }).range(state.doc.line(line).from));
    }
  }
  return Decoration.set(ranges, true);
});

export interface EditorOptions {
  parent: HTMLElement;
  label: string;
  changed: (text: string) => void;
  complete?: CompletionSource;
  hover?: (text: string, at: number) => Promise<{ from: number; to: number; text: string } | null>;
}

export class Editor {
  readonly view: EditorView;
  private readonly writable = new Compartment();
  private isSetting = false;

  constructor(options: EditorOptions) {
    const nonce = document.querySelector("meta[name=nonce]")?.getAttribute("content") ?? "";
    const { hover } = options;
    const extensions: Extension[] = [
      EditorView.cspNonce.of(nonce),
      lineNumbers(),
      history(),
      drawSelection(),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      autocompletion(options.complete ? { override: [options.complete], icons: false } : { override: [] }),
      // Tab leaves the editor, as everywhere on the page, unless it was left by Escape before: so that no one is caught in it.
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap, { key: "Ctrl-]", run: indentWithTab.run! }]),
      EditorView.contentAttributes.of({ "aria-label": options.label, tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
      tokens,
      marked,
      this.writable.of([]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.isSetting) options.changed(update.state.doc.toString());
      }),
    ];
    if (hover) {
      extensions.push(
        hoverTooltip(async (view, at) => {
          const found = await hover(view.state.doc.toString(), at);
          if (!found) return null;
          return {
            pos: found.from,
            end: found.to,
            above: true,
            create: () => {
              const dom = document.createElement("div");
              dom.className = "hover";
              dom.textContent = found.text;
              return { dom };
            },
          };
        }),
      );
    }
    this.view = new EditorView({ parent: options.parent, state: EditorState.create({ extensions }) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another text, not the user's doing. */
  set(text: string, isReadOnly = false): void {
    this.isSetting = true;
    const effects = this.writable.reconfigure(isReadOnly ? [EditorState.readOnly.of(true)] : []);
    if (text === this.text) this.view.dispatch({ effects });
    else this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, effects });
    this.view.dispatch(setDiagnostics(this.view.state, []));
    this.isSetting = false;
  }

  remarks(all: Remark[], isHere: (file: string) => boolean): void {
    const length = this.view.state.doc.length;
    const found: Diagnostic[] = all.map((remark) => {
      const own = remark.labels.find(([place]) => isHere(place.file));
      const from = Math.min(own?.[0].from ?? 0, length);
      const to = Math.min(Math.max(own?.[0].to ?? 0, from), length);
      const label = own?.[1] ? `\n${own[1]}` : "";
      const elsewhere = own || !remark.labels[0] ? "" : `\n(${remark.labels[0][0].file}:${remark.labels[0][0].line})`;
      const help = remark.help.map((text) => `\n${text}`).join("");
      return { from, to, severity: remark.severity, message: `${remark.message}${label}${elsewhere}${help}` };
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  tokens(all: Token[]): void {
    this.view.dispatch({ effects: setTokens.of(all) });
  }

  /** Marks lines: `kind` is the class. The first of them comes into view where `scroll` says so. */
  mark(ranges: { from: number; to: number; kind: string }[], scroll = false): void {
    const effects: StateEffect<unknown>[] = [setMarked.of(ranges)];
    const first = ranges[0];
    if (scroll && first && first.from <= this.view.state.doc.length) effects.push(EditorView.scrollIntoView(first.from, { y: "center" }));
    this.view.dispatch({ effects });
  }

  /** Marks lines by their numbers, from 1. */
  markLines(lines: number[], kind: string): void {
    const doc = this.view.state.doc;
    const inside = lines.filter((line) => line >= 1 && line <= doc.lines);
    this.mark(inside.map((line) => ({ from: doc.line(line).from, to: doc.line(line).from, kind })));
  }
}
