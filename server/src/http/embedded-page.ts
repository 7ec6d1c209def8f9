import { isFramed } from "@cuplaj/protocol/framed-address.ts";

/** EMB-1: the pages that a person sees in a frame: rooms, what is found, and signing in, out and registering. */
const embeddedPaths = /^\/(?:login|logout|register|search|(?:join|view)\/[^/]+)?$/u;

/** EMB-1: whether an address, path and query, is that of a page in a frame. */
export function isEmbeddedPage(url: string): boolean {
  const [path = "", query = ""] = url.split(/(?=\?)(.*)/su);
  return embeddedPaths.test(path) && isFramed(query);
}
