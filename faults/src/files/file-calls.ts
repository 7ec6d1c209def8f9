import { type IncomingHttpHeaders, request } from "node:http";

/** The outcome of a call whose response is bytes; `body` is complete. */
export type BytesAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }
  | { readonly kind: "not-sent"; readonly reason: string }
  | { readonly kind: "unknown"; readonly reason: string };

export interface BytesCall {
  readonly method: "GET" | "POST" | "PATCH" | "HEAD" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Resets the connection after this many bytes of the request body. */
  readonly cutAt?: number;
}

/** Calls over a new connection, and waits up to `timeoutMs` for the complete response. */
export function callBytes(
  { address, token, timeoutMs = 15_000 }: { address: string; token: string; timeoutMs?: number },
  { method, path, headers = {}, body, cutAt }: BytesCall,
): Promise<BytesAnswer> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const all = { authorization: `Bearer ${token}`, ...headers, ...length };
    const asked = request(new URL(path, address), { method, headers: all, agent: false });
    const timer = setTimeout(() => asked.destroy(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
    const finish = (answer: BytesAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    asked.once("error", (error) => finish(failureOf(error)));
    asked.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", (error) => finish({ kind: "unknown", reason: error.message }));
      response.once("close", () => finish({ kind: "unknown", reason: "cut in the answer" }));
      const { statusCode: status = 0 } = response;
      response.once("end", () =>
        finish(
          response.complete
            ? { kind: "answer", status, headers: response.headers, body: Buffer.concat(chunks) }
            : { kind: "unknown", reason: "cut in the answer" },
        ),
      );
    });
    if (body === undefined || cutAt === undefined) asked.end(body);
    else asked.write(body.subarray(0, cutAt), () => asked.socket?.resetAndDestroy());
  });
}

/** Classifies a failed call: only a refused connection proves that nothing was sent. */
function failureOf(error: Error): BytesAnswer {
  const code = "code" in error ? String(error.code) : "";
  return { kind: code === "ECONNREFUSED" ? "not-sent" : "unknown", reason: code || error.message };
}
