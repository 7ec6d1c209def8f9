import { type CallAnswer, type CallDetails, type CallInput, calls } from "@cuplaj/protocol/calls.ts";
import type { EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import type { HttpOutcome, HttpRequest } from "../platform/http.ts";
import type { CallError } from "../state/entities.ts";
import { type ErrorCode, errorStatus } from "@cuplaj/protocol/errors.ts";
import { fieldsOf, isText } from "./shapes.ts";
import { tokenOf } from "../state/selectors.ts";
import type { AppStore } from "../state/store.ts";
import type { AppEvent } from "../state/shape.ts";

const callTimeoutMs = 15_000;

export type CallResult<Value, Details = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: CallError<Details> };

export interface ApiSetup {
  readonly send: (request: HttpRequest) => Promise<HttpOutcome>;
  readonly token: () => string | null;
  readonly language: () => LanguageCode;
  readonly onRejected: (token: string) => void;
  readonly onStorageTrouble?: (trouble: StorageTrouble | null) => void;
  /** Called when a call starts; the function it returns is called when the call ends. */
  readonly onCall?: (name: EndpointName) => () => void;
}

export interface ApiClient {
  readonly call: <Name extends EndpointName>(
    name: Name,
    ...input: unknown extends CallInput<Name> ? [] : [CallInput<Name> & Pick<Input, "signal" | "timeoutMs">]
  ) => Promise<CallResult<CallAnswer<Name>, CallDetails<(typeof endpoints)[Name]>>>;
  /** For requests other than JSON calls: passes the person's headers to `send` and returns its result. */
  readonly authorized: <Value>(send: (headers: HttpRequest["headers"]) => Sent<Value>) => Promise<CallResult<Value>>;
  /** Calls with the given token, or without one. Ignores a 401, since the call logs out anyway. */
  readonly callAs: (
    token: string | null,
    name: "logout",
    input?: CallInput<"logout">,
  ) => Promise<CallResult<CallAnswer<"logout">>>;
}

type Sent<Value> = Promise<HttpOutcome | { readonly kind: "done"; readonly value: Value }>;

interface Input {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** Every call names the language (LANG-1), and any 401 signs the person out (GUARD-3). */
export function createApiClient({ send, token, language, onRejected, onStorageTrouble, onCall }: ApiSetup): ApiClient {
  const headersOf = (bearer: string | null): HttpRequest["headers"] => ({
    "X-Requested-With": "XMLHttpRequest",
    Accept: "application/json",
    "Content-Language": language(),
    ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
  });

  async function request(name: EndpointName, input: Input, bearer: string | null): Promise<HttpOutcome> {
    const { method, path } = calls[name];
    const body = input.body === undefined ? null : JSON.stringify(input.body);
    const headers = { ...headersOf(bearer), ...(body === null ? {} : { "Content-Type": "application/json" }) };
    const { signal, timeoutMs = callTimeoutMs } = input;
    return send({ method, path: filled(path, input), headers, body, timeoutMs, signal });
  }

  async function settled<Value, Details>(bearer: string | null, sent: Sent<Value>) {
    const outcome = await sent;
    if (outcome.kind === "done") return { ok: true, value: outcome.value } as const;
    if (outcome.kind === "answer" && outcome.storageTrouble !== undefined) onStorageTrouble?.(outcome.storageTrouble);
    if (bearer !== null && outcome.kind === "answer" && outcome.status === 401) onRejected(bearer);
    return resultOf<Value, Details>(outcome);
  }

  return {
    call: async (name, ...[input]) => {
      const bearer = token();
      const onEnd = onCall?.(name);
      const sent = request(name, input ?? {}, bearer);
      return settled(bearer, sent.finally(onEnd));
    },
    authorized: (sendWith) => {
      const bearer = token();
      return settled(bearer, sendWith(headersOf(bearer)));
    },
    callAs: async (bearer, name, input) => resultOf(await request(name, input ?? {}, bearer)),
  };
}

/** The body is not validated: our own server generates it from the schemas of these types. */
function resultOf<Value, Details>(outcome: HttpOutcome): CallResult<Value, Details> {
  const isGood = outcome.kind === "answer" && outcome.status >= 200 && outcome.status < 300;
  return isGood && outcome.json !== null
    ? { ok: true, value: outcome.json as Value }
    : { ok: false, error: callErrorOf(outcome) as CallError<Details> };
}

export function filled(path: string, { params = {}, query = {} }: Input): string {
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given).toString()}`;
}

const codes = Object.keys(errorStatus) as readonly ErrorCode[];

const isCode = (value: unknown): value is ErrorCode => isText(value) && Object.hasOwn(errorStatus, value);

/** The code for an error response whose body has none, such as a proxy's page or another release's error. */
const codeOf = (status: number): ErrorCode =>
  status === 502 || status === 504
    ? "unavailable"
    : (codes.find((code) => errorStatus[code] === status) ?? "unexpected");

export function callErrorOf(outcome: HttpOutcome): CallError {
  const nothing = { message: "", fieldErrors: {}, retryAfterSeconds: null };
  if (outcome.kind !== "answer") return { code: outcome.kind, ...nothing };
  const { code, message, details, errors } = fieldsOf(outcome.json);
  return {
    code: isCode(code) ? code : codeOf(outcome.status),
    message: isText(message) ? message : "",
    fieldErrors: fieldErrorsOf(errors),
    retryAfterSeconds: secondsOf(outcome.retryAfter),
    details,
  };
}

function fieldErrorsOf(errors: unknown): CallError["fieldErrors"] {
  const entries = Object.entries(fieldsOf(errors)).map(([field, sentences]) => [
    field,
    Array.isArray(sentences) ? sentences.filter(isText) : [],
  ]);
  return Object.fromEntries(entries);
}

function secondsOf(header: string | null): number | null {
  return /^\d{1,6}$/.test(header ?? "") ? Number(header) : null;
}

/** Ends a call with at most one event, or with none if the person has signed out. */
export type Settle = <Value, Details>(
  result: Promise<CallResult<Value, Details>>,
  done: (value: Value) => AppEvent | null,
  failed?: (error: CallError<Details>) => AppEvent | null,
) => void;

declare module "../state/part.ts" {
  interface Outside {
    readonly api: ApiClient;
    readonly settle: Settle;
  }
}

export function settleIn({ getState, dispatch }: Pick<AppStore, "getState" | "dispatch">): Settle {
  return (result, done, failed = () => null) => {
    const token = tokenOf(getState());
    void result.then((settled) => {
      if (tokenOf(getState()) !== token) return;
      const event = settled.ok ? done(settled.value) : failed(settled.error);
      if (event) dispatch(event);
    });
  };
}
