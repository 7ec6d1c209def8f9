import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { parseJson } from "./parse-json.ts";

/** A request of ours. */
export interface HttpRequest {
  readonly method: Endpoint["method"];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
}

/** The result: an answer with its body read as JSON (null where it is not), or none at all. */
export type HttpOutcome =
  | { readonly kind: "answer"; readonly status: number; readonly retryAfter: string | null; readonly json: unknown }
  | { readonly kind: "offline" }
  | { readonly kind: "timeout" };

/** One request over HTTP, with cookies. Never rejects. */
export async function sendHttp({ method, path, headers, body, timeoutMs }: HttpRequest): Promise<HttpOutcome> {
  try {
    const response = await fetch(path, {
      method,
      headers: { ...headers },
      body,
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const json = parseJson(await response.text());
    return { kind: "answer", status: response.status, retryAfter: response.headers.get("Retry-After"), json };
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
    return { kind: isTimeout ? "timeout" : "offline" };
  }
}
