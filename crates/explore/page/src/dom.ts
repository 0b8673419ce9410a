// Elements, made in one expression. Text is always text: nothing here reads HTML.

type Child = Node | string | number | null | undefined | false;
type Properties = Record<string, unknown>;

/** An element; `on...` properties are listeners, `class` and names with a dash are attributes, others are properties where the element has them. */
export function el<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === "class" || name === "list" || name.includes("-") || !(name in element)) {
      element.setAttribute(name, value === true ? "" : String(value));
    } else {
      (element as unknown as Properties)[name] = value;
    }
  }
  add(element, children);
  return element;
}

function add(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Puts these in the place of what `parent` has. */
export function fill(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  add(parent, children);
}

/** The element of the document with this id. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found;
}

/** A button of text. */
export function button(text: string, onclick: () => void, properties: Properties = {}): HTMLButtonElement {
  return el("button", { type: "button", onclick, ...properties }, text);
}

/** A drawing of the library as an element; scripts and links in it are not possible, as it writes none. */
export function drawing(text: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") throw new Error("no drawing");
  return document.importNode(parsed, true) as unknown as SVGSVGElement;
}

/** Hands a text to the user as a file. */
export function download(name: string, content: BlobPart, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Says something to those who see and those who listen. */
export function announce(text: string): void {
  byId("status").textContent = text;
}
