import type { User } from "@cuplaj/protocol/participant.ts";

/** An account as sign-in needs it. */
interface Account {
  readonly user: User;
  readonly passwordHash: string;
}

/** A token's owner, and when it was last known to be used (ms). */
interface TokenOwner {
  readonly user: User;
  readonly lastUsedAt: number;
}

/** A token that is good, by the session it opens, and when it was last known to be used (ms). */
interface GoodToken {
  readonly session: string;
  readonly lastUsedAt: number;
}

/** Accounts and tokens. Disabled people have neither. */
export interface SignInStore {
  findAccount(username: string): Promise<Account | null>;
  /** Keeps a new token and forgets the person's expired ones and those beyond `tokensPerPersonMax`. */
  addToken(hash: Buffer, participantId: number, now: number): Promise<void>;
  findTokenOwner(hash: Buffer): Promise<TokenOwner | null>;
  /** Somebody with an account, as they are now. */
  findUser(participantId: number): Promise<User | null>;
  /** Those of the tokens that still sign somebody in at `now` (AUTH-6). */
  findGoodTokens(hashes: readonly Buffer[], now: number): Promise<readonly GoodToken[]>;
  touchToken(hash: Buffer, now: number): Promise<void>;
  removeToken(hash: Buffer): Promise<void>;
}
