import type { ErrorCode } from "@cuplaj/protocol/errors.ts";

/** What can be wrong with one value that was sent; `http/error-words.ts` puts each into words (ERR-1). */
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

/** The fields that are wrong, each with its problems. */
export type FieldProblems = Readonly<Record<string, readonly FieldProblem[]>>;

/** An expected failure: its code, and what the caller may need to do better. */
export interface Refused {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly fields?: FieldProblems;
  /** When to come back, for `too_many_requests` and `unavailable`. */
  readonly retryAfterMs?: number;
  readonly details?: undefined;
}

/** A refusal that carries what the caller needs to go on, such as who was faster; its endpoint names the schema by the code (ERR-1). */
export interface RefusedWith<Code extends ErrorCode, Details> extends Omit<Refused, "code" | "details"> {
  readonly code: Code;
  readonly details: Details;
}

/**
 * What every use case answers: a value or a refusal, `Detailed` where some carry details. An exception means a bug, or a database
 * that is away.
 */
export type Outcome<T, Detailed = never> = { readonly ok: true; readonly value: T } | Refused | Detailed;

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** The outcome with another value; a refusal stays as it is. */
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

/** A refusal because of one value (422). */
export const invalidField = (field: string, problem: FieldProblem): Refused =>
  refused("invalid", { fields: { [field]: [problem] } });
