import type { ErrorCode } from "@cuplaj/protocol/errors.ts";

/** Problems that a value can have; `http/error-words.ts` has their messages (ERR-1). */
export type FieldProblem =
  | "required"
  | "wrong_type"
  | "empty"
  | "too_short"
  | "too_long"
  | "too_many"
  | "out_of_range"
  | "not_digits"
  | "not_text"
  | "not_valid"
  | "not_decided";

export type FieldProblems = Readonly<Record<string, readonly FieldProblem[]>>;

/** An expected failure: its code, and what the caller needs to correct it. */
export interface Refused {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly fields?: FieldProblems;
  /** Delay before a retry; present only with `too_many_requests` and `unavailable`. */
  readonly retryAfterMs?: number;
  readonly details?: undefined;
}

/** A refusal with details that help the caller proceed, such as the current version. The endpoint declares their schema by code (ERR-1). */
export interface RefusedWith<Code extends ErrorCode, Details> extends Omit<Refused, "code" | "details"> {
  readonly code: Code;
  readonly details: Details;
}

/** The result of a use case: a value or a refusal; some refusals carry details. Exceptions mean a bug or an unavailable database. */
export type Outcome<T, Detailed = never> = { readonly ok: true; readonly value: T } | Refused | Detailed;

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const mapOk = <T, U, Detailed extends { readonly ok: false } = never>(
  outcome: Outcome<T, Detailed>,
  map: (value: T) => U,
): Outcome<U, Detailed> => (outcome.ok ? done(map(outcome.value)) : outcome);

export const refused = (code: ErrorCode, more: Omit<Refused, "ok" | "code" | "details"> = {}): Refused => ({
  ok: false,
  code,
  ...more,
});

export const refusedWith = <Code extends ErrorCode, Details>(
  code: Code,
  details: Details,
): RefusedWith<Code, Details> => ({ ok: false, code, details });

/** A refusal for one invalid value (422). */
export const invalidField = (field: string, problem: FieldProblem): Refused =>
  refused("invalid", { fields: { [field]: [problem] } });
