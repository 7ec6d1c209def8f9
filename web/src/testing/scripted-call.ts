import { type CallAnswer, calls as table } from "@cuplaj/protocol/calls.ts";
import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import { type ErrorCode, errorStatus } from "@cuplaj/protocol/errors.ts";
import type { HttpOutcome, HttpRequest } from "../platform/http.ts";

export interface SeenCall {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows the body's type
  readonly body: any;
  readonly headers: HttpRequest["headers"];
  /** Whether the page no longer awaits the response. */
  readonly isGivenUp: () => boolean;
}

export type Answers = { readonly [Name in EndpointName]?: (call: SeenCall) => CallAnswer<Name> | Refusal };

/** An error from the contract (ERR-1). */
export class Refusal {
  readonly outcome: HttpOutcome;
  constructor(code: ErrorCode, { retryAfter = null, ...body }: RefusalDetails = {}) {
    const json = { message: "", code, request_id: "test", ...body };
    this.outcome = { kind: "answer", status: errorStatus[code], retryAfter, json };
  }
}

interface RefusalDetails {
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly details?: unknown;
  /** In seconds. */
  readonly retryAfter?: string | null;
}

export const refuse = (code: ErrorCode, details?: RefusalDetails): Refusal => new Refusal(code, details);

const routes = (Object.keys(table) as EndpointName[]).map((name) => ({
  name,
  method: table[name].method,
  pattern: new RegExp(`^${table[name].path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
}));

export function readCall({ method, path, body, headers, signal }: HttpRequest): SeenCall {
  const url = new URL(path, "https://cuplaj.test");
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(url.pathname) : null;
    if (!match) continue;
    const params = Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([key, it]) => [key, decodeURIComponent(it)]),
    );
    const query = Object.fromEntries(url.searchParams);
    return {
      name: route.name,
      params,
      query,
      headers,
      isGivenUp: () => signal?.aborted === true,
      body: body === null ? null : JSON.parse(body),
    };
  }
  throw new Error(`Nothing is called by ${method} ${path}.`);
}
