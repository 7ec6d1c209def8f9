import { isFramed } from "@cuplaj/protocol/framed-address.ts";

/** EMB-1: paths of pages that may be framed: rooms, search, signing in and out, registering. */
const embeddedPaths = /^\/(?:login|logout|register|search|(?:join|view)\/[^/]+)?$/u;

export function isEmbeddedPage(url: string): boolean {
  const [path = "", query = ""] = url.split(/(?=\?)(.*)/su);
  return embeddedPaths.test(path) && isFramed(query);
}
