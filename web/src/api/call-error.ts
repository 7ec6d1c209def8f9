import { type ErrorCode, errorStatus } from "@cuplaj/protocol/errors.ts";
import type { HttpOutcome } from "../platform/http.ts";
import type { CallError } from "../state/entities.ts";
import { fieldsOf, isText } from "./shapes.ts";

// They are the keys of a constant table of the contract.
const codes = Object.keys(errorStatus) as readonly ErrorCode[];

const isCode = (value: unknown): value is ErrorCode => isText(value) && Object.hasOwn(errorStatus, value);

/** The code of a status whose body names none (a proxy's page, a server of another version). */
const codeOf = (status: number): ErrorCode =>
  status === 502 || status === 504
    ? "unavailable"
    : (codes.find((code) => errorStatus[code] === status) ?? "unexpected");

/** The error of a failed answer (ERR-1). */
export function callErrorOf(outcome: HttpOutcome): CallError {
  const nothing = { message: "", fieldErrors: {}, retryAfterSeconds: null };
  if (outcome.kind !== "answer") return { code: outcome.kind, ...nothing };
  const body = fieldsOf(outcome.json);
  const { code, message, details } = body;
  return {
    code: isCode(code) ? code : codeOf(outcome.status),
    message: isText(message) ? message : "",
    fieldErrors: fieldErrorsOf(body["errors"]),
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
