/** A token that a program holds, as the operator sees it (ERP-2); times as the wire writes them. */
export interface ProgramToken {
  readonly id: number;
  readonly username: string;
  readonly program: string;
  readonly created_at: string;
  /** Null where it was never used. */
  readonly last_used_at: string | null;
}

/** The tokens of programs, as the operator manages them; usernames are the same whatever their case. */
export interface ProgramTokenStore {
  /** Answers the token's id, or null where there is no such account, or it is disabled. */
  add(token: { readonly hash: Buffer; readonly username: string; readonly program: string }): Promise<number | null>;
  list(): Promise<readonly ProgramToken[]>;
  /** Those that somebody made by their administrator's calls, whatever account they are of. */
  listMadeBy(participantId: number): Promise<readonly ProgramToken[]>;
  /** Ends one, with its sockets; false where there never was one, or it is a person's. */
  revoke(id: number): Promise<boolean>;
}
