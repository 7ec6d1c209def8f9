/** Under this name the database tells every process whose sign-ins have ended: the participant's id, and the session if only one. */
export const endedSignInsTopic = "sign_in_ended";

/** Under this name, on the same connection, it tells them what the operator did to an account: the change and the id (SEC-6). */
export const accountChangesTopic = "account_changed";
const accountChanges = ["added", "disabled", "password-changed", "role-changed"] as const;
/** What the operator can do to an account. */
export type AccountChange = (typeof accountChanges)[number];

/** What was told under `accountChangesTopic`; null for what no version of ours tells. */
export function readAccountChange(payload: string): { readonly change: AccountChange; readonly id: string } | null {
  const [word, id = ""] = payload.split(" ");
  const change = accountChanges.find((known) => known === word);
  return change === undefined || !/^\d{1,16}$/u.test(id) ? null : { change, id };
}

/** What is made of what is heard; each may be called more often than it happened. */
export interface SignInListener {
  /** The session is null where all of the person's have ended. */
  ended(participantId: number, session: string | null): void;
  /** The person goes on, with other permissions (PERM-1). */
  roleChanged?(participantId: number): void;
  /** Something may have been said while nothing was heard. */
  missed?(): void;
}

/** Hears, from whatever process, whose sign-ins have ended and whose role has changed (LIVE-8, AUTH-7). */
export interface EndedSignIns {
  /** Goes on hearing until it is closed. */
  hear(listener: SignInListener): Promise<void>;
  /** The connection that hears, by a number of its own; null while nothing is heard. */
  hearing(): number | null;
  close(): Promise<void>;
}
