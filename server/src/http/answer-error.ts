import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import type { ErrorBody } from "@cuplaj/protocol/endpoints.ts";
import { type ErrorCode, errorStatus } from "@cuplaj/protocol/errors.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { type Refused, refused, type RefusedWith } from "../kernel/outcome.ts";
import { isDatabaseAway } from "../storage/database-away.ts";
import { errorWords, fieldWords, languageOf } from "./error-words.ts";
import { InvalidInput } from "./parse-input.ts";

export const unavailable = refused("unavailable", { retryAfterMs: 2000 });

type AnyRefused = Refused | RefusedWith<ErrorCode, unknown>;

/** Sends an expected failure with its status, words, fields and details (ERR-1, ERR-2). */
export function answerRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AnyRefused,
  status: number = errorStatus[refusal.code],
): FastifyReply {
  const language = languageOf(request.headers["content-language"]);
  if (refusal.retryAfterMs !== undefined) {
    void reply.header("Retry-After", retryAfterSeconds(refusal.retryAfterMs));
  }
  if (refusal.code === "unauthenticated") void reply.header("WWW-Authenticate", "Bearer");
  return (
    reply
      .code(status)
      // A handler may have set another value earlier.
      .header("Cache-Control", "no-store")
      .type("application/json; charset=utf-8")
      .send(errorBody(refusal, language, request.id))
  );
}

/** Converts a wait (ms) to whole seconds, rounded up, at least 1. */
export const retryAfterSeconds = (waitMs: number): string => String(Math.max(1, Math.ceil(waitMs / 1000)));

export function errorBody(
  { code, fields = {}, details }: AnyRefused,
  language: LanguageCode,
  requestId: string,
): Static<typeof ErrorBody> {
  const errors = Object.entries(fields).map(([field, problems]) => [
    field,
    problems.map((problem) => fieldWords[problem][language]),
  ]);
  return {
    message: errorWords[code][language],
    code,
    ...(errors.length === 0 ? {} : { errors: Object.fromEntries(errors) }),
    ...(details === undefined ? {} : { details }),
    request_id: requestId,
  };
}

/** Responds to a request that threw because of invalid input, an unreadable request, an unavailable database (reported to `noteAway`), or a bug. */
export function answerThrown(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  noteAway: (error: unknown) => void,
): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.code === "unexpected") {
    const route = `${request.method} ${request.routeOptions.url}`;
    request.log.error({ err: error, request_id: request.id, route }, "a request failed");
  }
  if (refusal.code === "unavailable" && isDatabaseAway(error)) noteAway(error);
  return answerRefused(request, reply, refusal);
}

function refusalOf(error: unknown): Refused {
  if (error instanceof InvalidInput) return refused("invalid", { fields: error.fields });
  // Checked first, since the error of a caller that disconnects mid-request can have the code of a lost database connection.
  if (isFrameworkError(error)) return ofStatus(error.statusCode);
  if (isDatabaseAway(error)) return unavailable;
  return refused("unexpected");
}

function isFrameworkError(error: unknown): error is FastifyError & { statusCode: number } {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number";
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  404: "not_found",
  413: "too_large",
  415: "unsupported_type",
};

/** Errors of the framework carry a status; an unlisted 4xx means an unreadable request. */
const ofStatus = (status: number): Refused =>
  status === 503
    ? unavailable
    : refused(codeByStatus[status] ?? (status >= 400 && status < 500 ? "malformed" : "unexpected"));
