import { Agent, type IncomingMessage, request } from "node:http";

export type Answer =
  /** `body` is parsed JSON that has not been validated. */
  | { readonly kind: "answer"; readonly status: number; readonly body: Body; readonly retryAfter: string | null }
  /** The call cannot have reached the server. */
  | { readonly kind: "not-sent"; readonly reason: string }
  /** The call may or may not have been carried out. */
  | { readonly kind: "unknown"; readonly reason: string };

// oxlint-disable-next-line typescript/no-explicit-any -- the harness reads answers as a stranger would: no schema is shared with the server
type Body = any;

export interface HttpCaller {
  call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<Answer>;
  close(): void;
}

export interface CallerOptions {
  readonly address: string;
  readonly token: string;
  readonly timeoutMs?: number;
  /** The local address from which to call. */
  readonly from?: string;
  readonly onBytes?: (text: string) => void;
}

export function createCaller({ address, token, timeoutMs = 10_000, from, onBytes }: CallerOptions): HttpCaller {
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ...(from === undefined ? {} : { localAddress: from }) });
  return {
    close: () => agent.destroy(),
    call: (method, path, body) =>
      new Promise((resolve) => {
        const payload = body === undefined ? undefined : JSON.stringify(body);
        const headers = {
          authorization: `Bearer ${token}`,
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
        };
        const asked = request(new URL(path, address), { method, agent, headers });
        const timer = setTimeout(() => asked.destroy(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
        const finish = (answer: Answer): void => {
          clearTimeout(timer);
          resolve(answer);
        };
        asked.once("error", (error) => finish(failureOf(error)));
        asked.once("response", (response) => void readAnswer(response, onBytes).then(finish));
        asked.end(payload);
      }),
  };
}

/** Classifies a failed call: only a refused connection proves that nothing was sent. */
function failureOf(error: Error): Answer {
  const code = "code" in error ? String(error.code) : "";
  return { kind: code === "ECONNREFUSED" ? "not-sent" : "unknown", reason: code || error.message };
}

async function readAnswer(response: IncomingMessage, onBytes?: (text: string) => void): Promise<Answer> {
  let text = "";
  try {
    response.setEncoding("utf8");
    for await (const chunk of response) text += String(chunk);
    onBytes?.(text);
    const retryAfter = response.headers["retry-after"] ?? null;
    return {
      kind: "answer",
      status: response.statusCode ?? 0,
      body: text === "" ? null : JSON.parse(text),
      retryAfter,
    };
  } catch (error) {
    return { kind: "unknown", reason: `cut in the answer: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The outcome of a call. A 4xx changed nothing; after a 5xx or a lost response, the outcome is unknown. */
export function outcomeOf(answer: Answer): "ok" | "fail" | "info" {
  if (answer.kind !== "answer") return answer.kind === "not-sent" ? "fail" : "info";
  if (answer.status < 300) return "ok";
  return answer.status < 500 ? "fail" : "info";
}

/** The status of a response, or the reason for a missing one. ERR-2: marks a 503 without Retry-After. */
export function wordOf(answer: Answer): string {
  if (answer.kind !== "answer") return answer.reason;
  return answer.status === 503 && answer.retryAfter === null ? "503 without Retry-After" : String(answer.status);
}
