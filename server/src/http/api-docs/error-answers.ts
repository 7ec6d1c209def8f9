import type { TSchema } from "typebox";
import { errorsOf } from "@cuplaj/protocol/call-errors.ts";
import type { DocumentedEndpoint } from "@cuplaj/protocol/endpoint.ts";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import { type ErrorCode, errorStatus } from "@cuplaj/protocol/errors.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { errorBody } from "../answer-error.ts";
import type { Json, SchemaRefs } from "./schema-refs.ts";

const meanings: Readonly<Record<ErrorCode, string>> = {
  malformed: "The path or body cannot be parsed.",
  unauthenticated: "The token is missing, unknown or expired: sign in again.",
  forbidden: "The caller may see the resource but not do this.",
  password_change_required: "The caller has a temporary password: call `changePassword` first.",
  second_factor_required:
    "The session lacks its second factor: enter it with `giveSecondFactor` or set one up, depending on `second_factor` of `me`.",
  proof_required: "The password was entered too long ago: call `proveSelf` first. Programs cannot make this call.",
  not_found: "The resource does not exist, or is hidden from the caller.",
  conflict: "The resource has changed in the meantime.",
  already_taken_over: "Somebody else holds the room; `details` contains their take-over.",
  version_conflict: "The stored offer has another version.",
  too_large: "The body is too long.",
  unsupported_type: "The call does not accept the body's `Content-Type`.",
  invalid: "Some values are invalid; `errors` names the fields.",
  invalid_credentials: "The sign-in was refused.",
  second_factor_refused: "The code was refused; `details` names the problem.",
  invitation_ended: "The invitation was used, has expired or never existed.",
  embed_token_refused: "The host token was refused; `details` names the problem.",
  push_endpoint_refused: "The address of the push service is not allowed.",
  infected: "The virus scanner rejected the file.",
  too_many_requests: "Too many calls: wait for `Retry-After` seconds.",
  unexpected: "A bug in the server. Quote `request_id` when you report it.",
  unavailable: "The server cannot respond now: retry after `Retry-After` seconds.",
  storage_full: "There is no space left for files.",
  quota_full: "The caller's storage quota is used up.",
};

const headersOf: Readonly<Partial<Record<ErrorCode, Json>>> = {
  unauthenticated: { "WWW-Authenticate": { $ref: "#/components/headers/WWW-Authenticate" } },
  too_many_requests: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
  unavailable: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
};

export const errorHeaders: Json = {
  "Retry-After": {
    description: "Whole seconds until the call may be repeated.",
    required: true,
    schema: { type: "string", pattern: "^[1-9][0-9]*$" },
  },
  "WWW-Authenticate": { description: "`Bearer`.", required: true, schema: { type: "string" } },
};

const exampleRequestId = "0b1f6a52-7c1d-4f7e-9a53-1e6c2d8f4b90";

/** Describes a call's errors by status (ERR-1, ERR-2). Errors that the call does not describe itself share a description. */
export function errorAnswers(name: EndpointName, { refer }: SchemaRefs): Json {
  const { errors: own = {}, details = {}, answers: given, method }: DocumentedEndpoint = endpoints[name];
  const byStatus = Map.groupBy(errorsOf(name), (code) => errorStatus[code]);
  const answers = [...byStatus].map(([status, codes]): [string, Json] => {
    const [only = "unexpected"] = codes;
    const isShared = codes.length === 1 && own[only] === undefined && details[only] === undefined && method !== "HEAD";
    if (isShared) return [String(status), { $ref: `#/components/responses/${only}` }];
    const described = codes.map((code) => ({ code, when: own[code] ?? meanings[code], details: details[code] }));
    return [String(status), answerOf(described, refer, method === "HEAD")];
  });
  const { "400": malformed } = Object.fromEntries(answers);
  // RFC 9110: an unsatisfiable range has its own status.
  return { ...Object.fromEntries(answers), ...(given === "file" ? { "416": malformed } : {}) };
}

export const sharedErrors = ({ refer }: SchemaRefs): Json =>
  Object.fromEntries(
    Object.entries(meanings).map(([code, when]) => [
      code,
      // The cast is safe, since the table has one entry per code.
      answerOf([{ code: code as ErrorCode, when }], refer, false),
    ]),
  );

interface DescribedError {
  readonly code: ErrorCode;
  readonly when: string;
  readonly details?: TSchema | undefined;
}

function answerOf(errors: readonly DescribedError[], refer: SchemaRefs["refer"], isBare: boolean): Json {
  const headers = Object.assign({}, ...errors.map(({ code }) => headersOf[code] ?? {})) as Json;
  const schemas = errors.map(({ code, details }) => ({
    allOf: [{ $ref: "#/components/schemas/Error" }],
    properties: { code: { const: code }, ...(details === undefined ? {} : { details: refer(details) }) },
    ...(details === undefined ? {} : { required: ["details"] }),
  }));
  const examples = errors.map(({ code, details }) => {
    const example = details === undefined ? undefined : exampleOf(details);
    const fields = code === "invalid" ? { fields: { message: ["too_long"] as const } } : {};
    return [code, { value: errorBody({ ok: false, code, ...fields, details: example }, "en", exampleRequestId) }];
  });
  const content = {
    "application/json": {
      schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
      examples: Object.fromEntries(examples),
    },
  };
  return {
    description: errors.map(({ code, when }) => `\`${code}\`: ${when}`).join("\n\n"),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(isBare ? {} : { content }),
  };
}
