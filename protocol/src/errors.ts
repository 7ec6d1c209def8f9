/**
 * The closed list of error codes (ERR-1) with the HTTP status each is answered with (ERR-2).
 * A new failure gets a line here, or it is not a failure that a caller may expect.
 */
export const errorStatus = {
  /** The body, path or query cannot be read at all. */
  malformed: 400,
  /** The token is missing, unknown or expired; the client signs out (AUTH-2). */
  unauthenticated: 401,
  /** The thing is known to the caller and not permitted. */
  forbidden: 403,
  /** The password is a temporary one: another has to be chosen first (USR-4). */
  password_change_required: 403,
  /** The session lacks its second factor, which comes first (TFA-1). */
  second_factor_required: 403,
  /** Password and code were given longer ago than the call allows: `proveSelf` comes first (AUTH-11). */
  proof_required: 403,
  /** Absent, or something that the caller may not know of. */
  not_found: 404,
  conflict: 409,
  /** Somebody else holds the room's take-over; `details` names their action. */
  already_taken_over: 409,
  /** The offer is not stored at that version; `details` names the stored one (ERP-1, ERP-3). */
  version_conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  /** Readable, but one or more values are not valid; `errors` names the fields. */
  invalid: 422,
  /** Unknown user, wrong password or wrong realm: one answer for all three (AUTH-1, AUTH-3). */
  invalid_credentials: 422,
  /** The code is not one of the person's second factor now; `details` says why (TFA-2). */
  second_factor_refused: 422,
  /** The invitation was used, has ended, or never was one (USR-5). */
  invitation_ended: 422,
  /** The token of a host's server does not sign anybody in; `details` says why (EMB-2). */
  embed_token_refused: 422,
  /** The address of the push service is not one that may be called (PUSH-1). */
  push_endpoint_refused: 422,
  /** A checker found something harmful in the file. */
  infected: 422,
  too_many_requests: 429,
  unexpected: 500,
  /** The database is away, or the server is leaving; `Retry-After` says when to come back. */
  unavailable: 503,
  /** The disk or the installation's share of it is full; nothing was stored. */
  storage_full: 507,
  /** The person's own share is full. */
  quota_full: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;
