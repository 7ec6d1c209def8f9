import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** A new account; the password is hashed already (AUTH-2). */
export interface NewAccount {
  readonly username: string;
  readonly name: string;
  readonly kind: ParticipantKind;
  readonly role: string;
  readonly passwordHash: string;
}

/** One of many that are made together (USR-6): with a temporary password, or an invitation. */
export interface ImportedAccount extends NewAccount {
  readonly invitation: NewInvitation | null;
}

/** Whose account is meant: by user name, whatever its case, or by id. */
export type AccountKey = string | number;

/** An account as the operator sees it. */
export interface ListedAccount {
  readonly id: number;
  readonly kind: ParticipantKind;
  readonly username: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly isDisabled: boolean;
  /** They were erased (PERS-2). */
  readonly isErased: boolean;
  readonly hasTemporaryPassword: boolean;
  readonly hasSecondFactor: boolean;
  /** An invitation of theirs waits for them. */
  readonly isInvited: boolean;
  /** Sign-ins that go on, and when one of them was used last. */
  readonly signIns: number;
  readonly lastUsedAt: string | null;
}

/** An invitation as it is stored; the moment is in ms since the epoch. */
export interface NewInvitation {
  readonly hash: Buffer;
  readonly expiresAt: number;
}

/** What a person is called from now on; what is not named stays. */
export interface NewNames {
  readonly name?: string | undefined;
  readonly username?: string | undefined;
}

/** Accounts as they are managed, by commands and by calls: there is no other way to change one. */
export interface AccountStore {
  /** Answers the id, or null where the username is taken. */
  add(account: NewAccount): Promise<number | null>;
  /**
   * Makes all of them, or none where user names are taken, which it answers; `prepared` is called before the commit, with nothing made
   * where it rejects.
   */
  addAll(accounts: readonly ImportedAccount[], prepared: () => void): Promise<{ readonly taken: readonly string[] }>;
  list(): Promise<readonly ListedAccount[]>;
  /** By name, those with a part of a name or user name, whatever its marks and capitals; and how many there are. */
  listPage(
    search: string,
    cut: { readonly skip: number; readonly take: number },
  ): Promise<{ readonly accounts: readonly ListedAccount[]; readonly total: number }>;
  find(whom: AccountKey): Promise<ListedAccount | null>;
  /**
   * Disables the account and deletes its tokens; false where there is no such account, it was erased, or the actor may manage accounts no more
   * (ADM-3c).
   */
  disable(whom: AccountKey): Promise<boolean>;
  /** Lets a disabled person sign in again, with the password of before; false where there is no such account, or it was erased. */
  enable(whom: AccountKey): Promise<boolean>;
  /** Gives other names; their sign-ins go on. */
  rename(whom: AccountKey, names: NewNames): Promise<"renamed" | "unknown" | "taken">;
  /** Invites a person to choose a password, by this invitation alone; false where there is no such account, or it is disabled. */
  invite(whom: AccountKey, invitation: NewInvitation): Promise<boolean>;
  /** The same for several at once, by their ids: all of them or, where it throws, none. */
  disableAll(ids: readonly number[]): Promise<void>;
  /** Null where there is no such account, as with the next. */
  findId(username: string): Promise<number | null>;
  findKind(username: string): Promise<ParticipantKind | null>;
  /** Replaces all roles of the person by one; their sign-ins go on. False where the actor may manage accounts no more (ADM-3c). */
  changeRole(whom: AccountKey, role: string): Promise<boolean>;
  /** Ends all sign-ins, none of a program (ERP-2a); false where there is no such account. */
  endSignIns(whom: AccountKey): Promise<boolean>;
  /** Removes the second factor with its recovery codes, and ends all sign-ins; false where there is none (TFA-4). */
  removeSecondFactor(whom: AccountKey): Promise<boolean>;
  /**
   * Changes the password and ends all sign-ins, none of a program (ERP-2a); false where there is no such account. A temporary one has to be
   * changed by its person (USR-4).
   */
  changePassword(whom: AccountKey, passwordHash: string, lasts?: "temporary"): Promise<boolean>;
}
