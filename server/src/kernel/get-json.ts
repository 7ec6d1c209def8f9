import { createExchange, type OutgoingParts } from "./outgoing.ts";

interface Got {
  readonly status: number;
  /** The parsed body of a 2xx response; undefined for others. */
  readonly body: unknown;
}

/** Reads JSON from an address; rejects if no whole response arrives within its limits. */
export type GetJson = (url: URL) => Promise<Got>;

export function createGetJson(
  parts: OutgoingParts,
  { msMax, bytesMax }: { readonly msMax: number; readonly bytesMax: number },
): GetJson {
  const exchange = createExchange(parts, msMax);
  return async (url) => {
    const chunks: Buffer[] = [];
    let [status, bytes, isWhole] = [0, 0, false];
    const headers = { accept: "application/json" };
    await exchange({ method: "GET", url, headers, body: null }, (response) => {
      status = response.statusCode ?? 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > bytesMax) response.destroy();
        else chunks.push(chunk);
      });
      response.once("end", () => (isWhole = true));
    });
    if (bytes > bytesMax) throw new Error("the answer is too large");
    if (!isWhole) throw new Error("the answer is cut off");
    const isGood = status >= 200 && status < 300;
    return { status, body: isGood ? parsed(Buffer.concat(chunks).toString()) : undefined };
  };
}

/** The parser's own error would quote the text in the log. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the answer is not JSON");
  }
}
