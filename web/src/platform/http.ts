import { calls } from "@cuplaj/protocol/calls.ts";
import { readStorageTrouble, storageHeader, type StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { parseJson } from "./storage/parse-json.ts";
import { hasNetwork } from "./page/window-attention.ts";

export interface HttpRequest {
  readonly method: Endpoint["method"];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** CONN-9: an `offline` request was certainly not carried out; a `timeout` may have been. */
export type HttpOutcome =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly retryAfter: string | null;
      readonly json: unknown;
      /** OPS-6a: why the server can store no file; null if it can, absent if unknown. */
      readonly storageTrouble?: StorageTrouble | null;
    }
  | { readonly kind: "offline" }
  | { readonly kind: "timeout" };

export async function sendHttp(request: HttpRequest): Promise<HttpOutcome> {
  const mayLeave = hasNetwork();
  const asked = request.method === "GET" ? takeFirstCall(request.path, request.headers) : undefined;
  try {
    return await answerOf(await (asked ?? ask(request)));
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
    return { kind: isTimeout || mayLeave ? "timeout" : "offline" };
  }
}

export const answerOf = async (response: Response): Promise<HttpOutcome> => ({
  kind: "answer",
  status: response.status,
  retryAfter: response.headers.get("Retry-After"),
  storageTrouble: readStorageTrouble(response.headers.get(storageHeader)),
  json: parseJson(await response.text()),
});

const ask = ({ method, path, headers, body, timeoutMs, signal }: HttpRequest): Promise<Response> =>
  fetch(path, {
    method,
    headers: { ...headers },
    body,
    credentials: "same-origin",
    cache: "no-store",
    // Deletions, decisions and sign-outs must be sent even while the page closes.
    keepalive: method === "DELETE" || path === calls.logout.path || (method === "POST" && isOfOffer(path)),
    signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : AbortSignal.timeout(timeoutMs),
  });

export async function readBytes(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`No file: ${response.status}.`);
  return response.arrayBuffer();
}

const isOfOffer = (path: string): boolean => path.startsWith("/api/v1/oferta/");

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of the window
  var firstCalls: Map<string, Promise<Response>> | undefined;
}

/** PERF-1h: gives the first caller the response to a request that the page's head sent (`public/first-calls.js`). */
function takeFirstCall(path: string, headers: Readonly<Record<string, string>>): Promise<Response> | undefined {
  const key = JSON.stringify([path, headers]);
  const answer = globalThis.firstCalls?.get(key);
  globalThis.firstCalls?.delete(key);
  return answer;
}

export function dropFirstCalls(): void {
  globalThis.firstCalls = undefined;
}
