import type { User } from "@cuplaj/protocol/participant.ts";
import type { TokenUse } from "./rules.ts";

/** Under this name the database notifies every process of ended sessions: the participant's id, and the session if only one ended. */
export const sessionEndedTopic = "sign_in_ended";
/** The same for what the operator did to an account: the change, as security events name it, and the participant's id (SEC-6). */
export const accountChangedTopic = "account_changed";
/** The same for changed own settings: the participant's id (AUTH-8). */
export const settingsChangedTopic = "own_settings_changed";

/** Accounts and tokens. Disabled people have neither. */
export interface SignInStore {
  findAccount(username: string): Promise<{ readonly user: User; readonly passwordHash: string } | null>;
  /**
   * Stores a new token and forgets the person's expired ones, those beyond `tokensPerPersonMax`, and of pending ones those beyond
   * `pendingPerPersonMax`. Null where the account no longer
   * has this password, or is disabled; else the person as the new session has them, with what is due of it (TFA-1).
   */
  addToken(
    hash: Buffer,
    account: {
      readonly user: User;
      readonly passwordHash: string;
      /** By which program (AUTH-10). */
      readonly userAgent: string | null;
      /** TFA-1: a host says who it is, and no second factor is asked. */
      readonly isVouched?: true;
    },
    now: number,
  ): Promise<User | null>;
  /** A token's owner, and how it was used. */
  findTokenOwner(hash: Buffer): Promise<(TokenUse & { readonly user: User }) | null>;
  /** Somebody with an account, as they are now and as a session has them that lacks nothing. */
  findUser(participantId: number): Promise<User | null>;
  /** AUTH-11: whether the session's person has given password and second factor since a moment. */
  isProven(session: string, since: number): Promise<boolean>;
  /** They have now. */
  prove(session: string, now: number): Promise<void>;
  touchToken(hash: Buffer, now: number): Promise<void>;
  /** Whose it was; null where there was none. */
  removeToken(hash: Buffer): Promise<number | null>;
}
