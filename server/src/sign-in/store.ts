import type { User } from "@cuplaj/protocol/participant.ts";
import type { TokenUse } from "./rules.ts";

/** Topic that notifies every process of ended sessions: the user id, and the session if only one ended. */
export const sessionEndedTopic = "sign_in_ended";
/** Topic for an operator's changes to an account: the change's name in security events, and the user id (SEC-6). */
export const accountChangedTopic = "account_changed";
/** Topic for changes to a person's settings: the user id (AUTH-8). */
export const settingsChangedTopic = "own_settings_changed";

/** Accounts and tokens of people who are not disabled. */
export interface SignInStore {
  findAccount(username: string): Promise<{ readonly user: User; readonly passwordHash: string } | null>;
  /** Evicts expired and surplus tokens. Returns the user as of the new session; null if the password changed or the account is disabled. */
  addToken(
    hash: Buffer,
    account: {
      readonly user: User;
      readonly passwordHash: string;
      readonly userAgent: string | null;
      /** TFA-1: A host vouches for the person, so no second factor is needed. */
      readonly isVouched?: true;
    },
    now: number,
  ): Promise<User | null>;
  findTokenOwner(hash: Buffer): Promise<(TokenUse & { readonly user: User }) | null>;
  findUser(participantId: number): Promise<User | null>;
  /** AUTH-11: Whether the session's person has given password and second factor since a moment. */
  isProven(session: string, since: number): Promise<boolean>;
  /** AUTH-11: Records that they were given now. */
  prove(session: string, now: number): Promise<void>;
  touchToken(hash: Buffer, now: number): Promise<void>;
  /** The owner's id; null if absent. */
  removeToken(hash: Buffer): Promise<number | null>;
}
