// Drawings as files.

import { askOnce } from "./ask";
import { announce, download } from "./dom";
import { sent, type State } from "./state";
import { theme } from "./theme";

/** Asks for the drawing that is shown in another format. */
async function drawn(state: State, format: string): Promise<string | undefined> {
  const { selected } = state;
  const model = selected && state.models[selected.model];
  if (!selected || !model) return undefined;
  const line = await askOnce({
    ask: "draw",
    test: { name: state.testName, text: state.test },
    model: sent(model),
    state: selected.state,
    allowed: selected.allowed,
    show: state.show,
    index: state.shown,
    format,
    hide: [...state.hidden],
  });
  if (line.kind === "drawing") return line["text"] as string;
  announce(`The drawing cannot be made: ${line["message"] ?? "no reason is known"}`);
  return undefined;
}

/** An SVG document as a PNG of twice its size. */
export async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.scale(2, 2);
  context.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG"))), "image/png"));
}

/** Saves what is shown. */
export async function save(state: State, format: string): Promise<void> {
  const name = (state.info?.name ?? "execution").replace(/[^\w+.-]+/g, "-");
  const svg = theme() === "dark" ? "svg-dark" : "svg";
  const wanted = { SVG: svg, PNG: svg, DOT: "dot", TikZ: "tikz" }[format];
  if (!wanted) return;
  const text = await drawn(state, wanted);
  if (text === undefined) return;
  switch (format) {
    case "SVG":
      return download(`${name}.svg`, text, "image/svg+xml");
    case "PNG":
      return download(`${name}.png`, await toPng(text), "image/png");
    case "DOT":
      return download(`${name}.dot`, text, "text/plain");
    default:
      return download(`${name}.tex`, text, "text/plain");
  }
}
