/** A program's token as the operator sees it (ERP-2); times are as in the protocol. */
export interface ProgramToken {
  readonly id: number;
  readonly username: string;
  readonly program: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** Manages programs' tokens; usernames are not case-sensitive. */
export interface ProgramTokenStore {
  /** Returns the token's id, or null if the account is absent or disabled. */
  add(token: { readonly hash: Buffer; readonly username: string; readonly program: string }): Promise<number | null>;
  list(): Promise<readonly ProgramToken[]>;
  /** Lists the tokens created by this administrator's calls, for any account. */
  listMadeBy(participantId: number): Promise<readonly ProgramToken[]>;
  /** Ends a token and its sockets; false if the token never existed or is a person's. */
  revoke(id: number): Promise<boolean>;
}
