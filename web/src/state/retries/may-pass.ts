import type { CallError } from "../entities.ts";

/** Attempts after which a server that fails over one call counts as failing for ever. */
const unexpectedMax = 5;

/** How the same call may go later: the compiler asks for each new code. */
const outlooks: Readonly<Record<CallError["code"], "server-away" | "passes" | "unforeseen" | "final">> = {
  offline: "server-away",
  timeout: "server-away",
  unavailable: "server-away",
  too_many_requests: "passes",
  // Another token may be valid by now; without one, signing in comes first.
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
  // Room is made by people.
  storage_full: "final",
  quota_full: "final",
};

/** Whether the same call may succeed later by itself, after so many attempts (SEND-4). */
export const mayPassByItself = ({ code }: CallError, attempts: number): boolean =>
  outlooks[code] === "unforeseen" ? attempts < unexpectedMax : outlooks[code] !== "final";

/** Whether the failure is the server's answer: the same call would be refused again. */
export const isRefusal = ({ code }: CallError): boolean => outlooks[code] === "final";

export const isServerAway = ({ code }: CallError): boolean => outlooks[code] === "server-away";

/** CONN-9: whether what failed so may be done all the same. */
export const isInDoubt = (error: CallError): boolean => isServerAway(error) && error.code !== "offline";
