import type { ErrorCode } from "@cuplaj/protocol/errors.ts";
import type { HttpOutcome } from "../platform/http.ts";
import type { CallError } from "../state/entities.ts";

/** What a status means where the body does not tell (a proxy's page, a server of another version). */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: "malformed",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  415: "unsupported_type",
  422: "invalid",
  429: "too_many_requests",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

const codes: ReadonlySet<string> = new Set<ErrorCode>([
  ...Object.values(codeOfStatus),
  "invalid_credentials",
  "unexpected",
]);

const isCode = (value: unknown): value is ErrorCode => typeof value === "string" && codes.has(value);

/** Why a call failed, from what came back (ERR-1). */
export function callErrorOf(outcome: HttpOutcome): CallError {
  const nothing = { message: "", fieldErrors: {}, retryAfterSeconds: null };
  if (outcome.kind !== "answer") return { code: outcome.kind, ...nothing };
  const body = fieldsOf(outcome.json);
  const { code, message, details } = body;
  return {
    code: isCode(code) ? code : (codeOfStatus[outcome.status] ?? "unexpected"),
    message: typeof message === "string" ? message : "",
    fieldErrors: fieldErrorsOf(body["errors"]),
    retryAfterSeconds: secondsOf(outcome.retryAfter),
    details,
  };
}

function fieldErrorsOf(errors: unknown): CallError["fieldErrors"] {
  const entries = Object.entries(fieldsOf(errors)).map(([field, sentences]) => [
    field,
    Array.isArray(sentences) ? sentences.filter((sentence): sentence is string => typeof sentence === "string") : [],
  ]);
  return Object.fromEntries(entries);
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

function secondsOf(header: string | null): number | null {
  return /^\d{1,6}$/.test(header ?? "") ? Number(header) : null;
}
