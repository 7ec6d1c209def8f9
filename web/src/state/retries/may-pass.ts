import type { CallError } from "../entities.ts";

/** After this many attempts an unexpected error counts as final. */
const unexpectedMax = 5;

/** The prospects of a retry after each error. The compiler requires an entry for each new code. */
const outlooks: Readonly<Record<CallError["code"], "server-away" | "passes" | "unforeseen" | "final">> = {
  offline: "server-away",
  timeout: "server-away",
  unavailable: "server-away",
  too_many_requests: "passes",
  storage_full: "passes",
  // Another token may be valid by now; without one, the person has to sign in first.
  unauthenticated: "passes",
  unexpected: "unforeseen",
  malformed: "final",
  forbidden: "final",
  password_change_required: "final",
  second_factor_required: "final",
  proof_required: "final",
  second_factor_refused: "final",
  not_found: "final",
  conflict: "final",
  already_taken_over: "final",
  version_conflict: "final",
  too_large: "final",
  unsupported_type: "final",
  invalid: "final",
  invalid_credentials: "final",
  invitation_ended: "final",
  embed_token_refused: "final",
  push_endpoint_refused: "final",
  infected: "final",
  quota_full: "final",
};

/** Whether repeating the call may help, after this number of attempts (SEND-4). */
export const mayPassByItself = ({ code }: CallError, attempts: number): boolean =>
  outlooks[code] === "unforeseen" ? attempts < unexpectedMax : outlooks[code] !== "final";

export const isRefusal = ({ code }: CallError): boolean => outlooks[code] === "final";

export const isServerAway = ({ code }: CallError): boolean => outlooks[code] === "server-away";

/** CONN-9: whether the failed call may have been carried out all the same. */
export const isInDoubt = (error: CallError): boolean => isServerAway(error) && error.code !== "offline";
