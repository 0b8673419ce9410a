// A page as one HTML file, put together by the page itself (share.ts) or where it is built (packing.ts).

/** A text that the file carries beside the page: an element with this id. */
export interface Load {
  id: string;
  type: string;
  text: string;
}

export interface PageFile {
  title: string;
  theme: string;
  /** What scripts may do, and where workers come from: further words of the policy. */
  policy: string;
  /** page.css and drawing.css. */
  style: string;
  drawings: string;
  /** The body's elements, without scripts. */
  body: string;
  loads: Load[];
  /** page.js. */
  script: string;
}

/** A text within a script element: nothing in it ends the element. In data, `<` can be written otherwise; in code it cannot. */
const inScript = ({ type, text }: { type: string; text: string }) =>
  type === "application/json" ? text.replaceAll("<", "\\u003c") : text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");

/** The text of the file. Nothing in it is loaded from anywhere. */
export function pageFile(file: PageFile): string {
  const title = file.title.replace(/[&<>"]/g, "");
  const policy = `default-src 'none'; script-src 'unsafe-inline'${file.policy}; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  const loads = file.loads.map((load) => `<script type="${load.type}" id="${load.id}">${inScript(load)}</script>\n`);
  return `<!doctype html>
<html lang="en" data-theme="${file.theme === "dark" ? "dark" : "light"}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style id="page.css">${file.style}</style>
<style id="drawing.css">${file.drawings}</style>
</head>
<body>
${file.body.trim()}
${loads.join("")}<script type="module" id="page.js">${inScript({ type: "", text: file.script })}</script>
</body>
</html>
`;
}
