import type { TSchema } from "typebox";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { type EndpointName, endpoints } from "./endpoints.ts";
import { type ErrorCode, errorStatus } from "./errors.ts";

/** Lists every error code a call may return, in the order of `errorStatus` (ERR-1): those its shape implies and those it declares. */
export function errorsOf(name: EndpointName): readonly ErrorCode[] {
  const {
    errors = {},
    access,
    takesTemporaryPassword,
    takesPendingSignIn,
    needsProof,
    method,
    params,
    query,
    headers,
    body,
    answers,
    details = {},
  }: DocumentedEndpoint = endpoints[name];
  const hasBody = method !== "GET" && method !== "HEAD";
  const byShape: Readonly<Partial<Record<ErrorCode, boolean>>> = {
    malformed: hasBody || params !== undefined,
    unauthenticated: access !== "public",
    password_change_required: access !== "public" && takesTemporaryPassword !== true,
    second_factor_required: access !== "public" && takesPendingSignIn !== true,
    proof_required: needsProof === true,
    // A PUT that can create what its path names returns 201 instead of 404.
    not_found: namesSomething(params) && !(method === "PUT" && answers !== "file" && 201 in answers),
    too_large: hasBody,
    unsupported_type: hasBody,
    invalid: [params, query, headers, body].some((part) => part !== undefined),
    too_many_requests: true,
    unexpected: true,
    unavailable: true,
  };
  // The cast is safe, since `errorStatus` has exactly these keys.
  return (Object.keys(errorStatus) as ErrorCode[]).filter(
    (code) => byShape[code] === true || code in errors || code in details,
  );
}

function namesSomething(params: TSchema | undefined): boolean {
  const properties: unknown = params !== undefined && "properties" in params ? params.properties : {};
  return Object.keys(properties ?? {}).some((name) => name !== "page");
}
