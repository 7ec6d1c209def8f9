import type { User } from "@cuplaj/protocol/participant.ts";
import type { TokenUse } from "./rules.ts";

/** Topic that notifies every process of ended sessions, with the user id, and the session if only one has ended. */
export const sessionEndedTopic = "sign_in_ended";
/** Topic for an operator's changes to an account, with the change's name in security events and the user id (SEC-6). */
export const accountChangedTopic = "account_changed";
/** Topic for changes to a person's settings, with the user id (AUTH-8). */
export const settingsChangedTopic = "own_settings_changed";

/** Accounts and tokens of people who are not disabled. */
export interface SignInStore {
  findAccount(username: string): Promise<{ readonly user: User; readonly passwordHash: string } | null>;
  /**
   * Adds a session, and evicts expired and surplus ones. Returns the user as of the new session; null if the password changed or the account is
   * disabled.
   */
  addToken(
    hash: Buffer,
    account: {
      readonly user: User;
      readonly passwordHash: string;
      readonly userAgent: string | null;
      /** TFA-1: whether a host vouches for the person, so that no second factor is needed. */
      readonly isVouched?: true;
    },
    now: number,
  ): Promise<User | null>;
  findTokenOwner(hash: Buffer): Promise<(TokenUse & { readonly user: User }) | null>;
  findUser(participantId: number): Promise<User | null>;
  /** AUTH-11: whether the session's person has entered password and second factor since a moment. */
  isProven(session: string, since: number): Promise<boolean>;
  /** AUTH-11: records that they were entered now. */
  prove(session: string, now: number): Promise<void>;
  touchToken(hash: Buffer, now: number): Promise<void>;
  /** Removes a token and returns its owner's id; null if it does not exist. */
  removeToken(hash: Buffer): Promise<number | null>;
}
