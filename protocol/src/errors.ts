/** Closed list of error codes (ERR-1) and their HTTP status (ERR-2). */
export const errorStatus = {
  /** Body, path or query cannot be parsed. */
  malformed: 400,
  /** Token missing, unknown or expired; the client signs out (AUTH-2). */
  unauthenticated: 401,
  forbidden: 403,
  password_change_required: 403,
  second_factor_required: 403,
  /** The password and code were entered too long ago for this call; call `proveSelf` first (AUTH-11). */
  proof_required: 403,
  /** The resource does not exist or is hidden from the caller. */
  not_found: 404,
  conflict: 409,
  /** `details` holds the take-over of the current holder. */
  already_taken_over: 409,
  /** The stored offer has another version, given in `details` (ERP-1, ERP-3). */
  version_conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  /** The request was parsed but has invalid values; `errors` names the fields. */
  invalid: 422,
  /** Does not distinguish an unknown user, a wrong password and a wrong realm (AUTH-1, AUTH-3). */
  invalid_credentials: 422,
  /** `details` gives the reason (TFA-2). */
  second_factor_refused: 422,
  /** The invitation was used, has expired or never existed (USR-5). */
  invitation_ended: 422,
  /** `details` gives the reason (EMB-2). */
  embed_token_refused: 422,
  /** The endpoint does not belong to an allowed push service (PUSH-1). */
  push_endpoint_refused: 422,
  infected: 422,
  too_many_requests: 429,
  unexpected: 500,
  /** The database is down or the server is shutting down; `Retry-After` is set. */
  unavailable: 503,
  /** The disk or the installation's quota is full; nothing was stored. */
  storage_full: 507,
  quota_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;
