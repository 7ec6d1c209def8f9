import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** A new account; the password is hashed already (AUTH-2). */
export interface NewAccount {
  readonly username: string;
  readonly name: string;
  readonly kind: ParticipantKind;
  readonly role: string;
  readonly passwordHash: string;
}

/** An account as the operator sees it. */
export interface ListedAccount {
  readonly id: number;
  readonly kind: ParticipantKind;
  readonly username: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly isDisabled: boolean;
}

/** Accounts as the operator manages them; usernames are the same whatever their case. */
export interface AccountStore {
  /** Answers the id, or null where the username is taken. */
  add(account: NewAccount): Promise<number | null>;
  list(): Promise<readonly ListedAccount[]>;
  /** Disables the account and deletes its tokens; false where there is no such account. */
  disable(username: string): Promise<boolean>;
  /** The same for several at once, by their ids: all of them or, where it throws, none. */
  disableAll(ids: readonly number[]): Promise<void>;
  /** Null where there is no such account, as with the next. */
  findId(username: string): Promise<number | null>;
  findKind(username: string): Promise<ParticipantKind | null>;
  /** Replaces all roles of the person by one; their sign-ins go on. */
  changeRole(username: string, role: string): Promise<void>;
  /** Changes the password and ends all sign-ins, none of a program (ERP-2b); false where there is no such account. */
  changePassword(username: string, passwordHash: string): Promise<boolean>;
}
