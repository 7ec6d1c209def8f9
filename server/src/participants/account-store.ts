import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

export interface NewAccount {
  readonly username: string;
  readonly name: string;
  readonly kind: ParticipantKind;
  readonly role: string;
  readonly passwordHash: string;
  /** A confirmed e-mail address (MAIL-4). */
  readonly email?: string;
}

/** USR-6: an imported account has either an invitation or, if that is null, a temporary password. */
export interface ImportedAccount extends NewAccount {
  readonly invitation: NewInvitation | null;
}

/** A username (in any case) or an id. */
export type AccountKey = string | number;

export interface ListedAccount {
  readonly id: number;
  readonly kind: ParticipantKind;
  readonly username: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly isDisabled: boolean;
  readonly isErased: boolean;
  readonly hasTemporaryPassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly isInvited: boolean;
  readonly mailAddress: string | null;
  readonly mailBouncedAt: string | null;
  readonly signIns: number;
  readonly lastUsedAt: string | null;
}

/** A new invitation; `expiresAt` in ms since the epoch. */
export interface NewInvitation {
  readonly hash: Buffer;
  readonly expiresAt: number;
}

export interface NewNames {
  readonly name?: string | undefined;
  readonly username?: string | undefined;
}

/** The only way to change accounts, both for commands and for the API. */
export interface AccountStore {
  /** Returns the id; null if the username is taken. */
  add(account: NewAccount): Promise<number | null>;
  /** Adds all accounts, or none if a username is taken. Calls `prepared` before the commit and adds nothing if it throws. */
  addAll(accounts: readonly ImportedAccount[], prepared: () => void): Promise<{ readonly taken: readonly string[] }>;
  list(): Promise<readonly ListedAccount[]>;
  /** Matches any part of a name or username, ignoring case and accents; sorted by name. */
  listPage(
    search: string,
    cut: { readonly skip: number; readonly take: number },
  ): Promise<{ readonly accounts: readonly ListedAccount[]; readonly total: number }>;
  find(whom: AccountKey): Promise<ListedAccount | null>;
  /** Also deletes the account's tokens. False if it is unknown or erased, or the actor may no longer manage accounts (ADM-3c). */
  disable(whom: AccountKey): Promise<boolean>;
  /** Restores the old password. False if the account is already enabled, unknown or erased. */
  enable(whom: AccountKey): Promise<boolean>;
  rename(whom: AccountKey, names: NewNames): Promise<"renamed" | "unknown" | "taken">;
  /** MAIL-4: sets a confirmed e-mail address, or removes it. False if the account is unknown or erased. */
  setMail(whom: AccountKey, address: string | null): Promise<boolean>;
  /** Replaces earlier invitations. False if the account is unknown or disabled. */
  invite(whom: AccountKey, invitation: NewInvitation): Promise<boolean>;
  /** Disables all of these accounts, or none if this throws. */
  disableAll(ids: readonly number[]): Promise<void>;
  findId(username: string): Promise<number | null>;
  findKind(username: string): Promise<ParticipantKind | null>;
  /** Replaces all roles and keeps sign-ins. False if the actor may no longer manage accounts (ADM-3c). */
  changeRole(whom: AccountKey, role: string): Promise<boolean>;
  /** Ends a person's sessions, but keeps a program's tokens (ERP-2a). False if the account is unknown. */
  endSignIns(whom: AccountKey): Promise<boolean>;
  /** Also ends all sign-ins. False if the account has no second factor (TFA-4). */
  removeSecondFactor(whom: AccountKey): Promise<boolean>;
  /**
   * Ends a person's sessions, but keeps a program's tokens (ERP-2a). The person must replace a temporary password (USR-4). False if the account is
   * unknown.
   */
  changePassword(whom: AccountKey, passwordHash: string, lasts?: "temporary"): Promise<boolean>;
}
