// A link that carries test and models in its fragment, which no browser sends to a server.

import type { Carried } from "./state";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const body = new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream));
  return new Uint8Array(await body.arrayBuffer());
}

/** The fragment for what is carried. */
export async function fragment(carried: Carried): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(carried)), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return "#" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a fragment carries; nothing where it is none of ours. */
export async function fromFragment(hash: string): Promise<Carried | undefined> {
  if (hash.length < 2) return undefined;
  try {
    const binary = atob(hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(binary, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const carried = JSON.parse(new TextDecoder().decode(bytes)) as Carried;
    const isRight = typeof carried.t === "string" && typeof carried.n === "string" && Array.isArray(carried.m);
    return isRight ? carried : undefined;
  } catch {
    return undefined;
  }
}
