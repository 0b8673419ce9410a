// What puts the page without a server together, in Node (build.mjs).

export { pageFile } from "./file";
export { run } from "./wasi";
