import type { IncomingMessage } from "node:http";

/**
 * Whether a request names its host once, so that no proxy in front and nothing here can take it for another's. Node keeps
 * the first of several; a request of HTTP/1.0 may name none.
 */
export function hasOneHost({ rawHeaders, httpVersion }: Pick<IncomingMessage, "rawHeaders" | "httpVersion">): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count === 1 || (count === 0 && httpVersion === "1.0");
}
