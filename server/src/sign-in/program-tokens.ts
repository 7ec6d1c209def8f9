/** A program's token as the operator sees it (ERP-2); times as in the protocol. */
export interface ProgramToken {
  readonly id: number;
  readonly username: string;
  readonly program: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** Manages programs' tokens; usernames ignore case. */
export interface ProgramTokenStore {
  /** Returns the token's id, or null if the account is absent or disabled. */
  add(token: { readonly hash: Buffer; readonly username: string; readonly program: string }): Promise<number | null>;
  list(): Promise<readonly ProgramToken[]>;
  /** Tokens created by this administrator's calls, for any account. */
  listMadeBy(participantId: number): Promise<readonly ProgramToken[]>;
  /** Ends a token and its sockets; false if it never existed or is a person's. */
  revoke(id: number): Promise<boolean>;
}
