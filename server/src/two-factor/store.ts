/** A person's second factor as it is stored; moments are in ms since the epoch. */
export interface StoredFactor {
  readonly secret: Buffer;
  readonly setAt: string;
  /** The newest step of which a code was used. */
  readonly lastStep: number;
  readonly wrongCodes: number;
  readonly wrongSince: number | null;
  readonly recoveryCodesLeft: number;
}

/** Second factors, and what sessions lack of them (TFA). A session is named as `sessionOf` names it. */
export interface TwoFactorStore {
  find(personId: number): Promise<StoredFactor | null>;
  /**
   * Counts a code as wrong before it is judged (TFA-2c), so that of many at once no more are; null where no code is read now, or there is
   * no second factor. One that is used up was right, and sets the count back.
   */
  beginTry(personId: number, now: number): Promise<Pick<StoredFactor, "secret" | "lastStep"> | null>;
  /**
   * Uses a code up, and adds new recovery codes, for which a recovery code is not used up (TFA-3c); false where it, or one of a later step, was used before, or the
   * secret is another by now.
   */
  use(code: {
    readonly personId: number;
    readonly secret: Buffer;
    readonly by: { readonly step: number } | { readonly recoveryHash: Buffer };
    readonly newHashes: readonly Buffer[] | null;
    readonly now: number;
    /** As limits count it. */
    readonly address: string;
  }): Promise<boolean>;
  /**
   * What the session may set up from now on: the secret, or the one that it was offered after `since`. Null where it has ended, or the second
   * factor of which a code was `given` is another one by now.
   */
  offer(
    session: string,
    secret: Buffer,
    by: { readonly now: number; readonly since: number; readonly given: Buffer | null },
  ): Promise<Buffer | null>;
  findOffered(session: string): Promise<Buffer | null>;
  /**
   * What the session was offered becomes its person's second factor, and the session complete (TFA-1b); false where it was offered another secret,
   * or the person has a second factor that this session has not given.
   */
  set(factor: {
    readonly personId: number;
    readonly session: string;
    readonly secret: Buffer;
    /** Of the code that confirmed it. */
    readonly step: number;
    readonly recoveryHashes: readonly Buffer[];
    readonly now: number;
    /** As limits count it. */
    readonly address: string;
  }): Promise<boolean>;
  /**
   * Whether exactly these are the person's recovery codes, by their hashes, all unused, since a moment after `since`. Where a try was counted
   * for it that sets the count of wrong codes back.
   */
  areNew(
    personId: number,
    hashes: readonly Buffer[],
    by: { readonly since: number; readonly isCounted: boolean },
  ): Promise<boolean>;
  /** TFA-3c: replaces the earlier codes by the set that has this one; false if the person has no such code. */
  storeCodes(personId: number, hash: Buffer): Promise<boolean>;
  /** The session lacks nothing from now on; false where it has ended, or its person's second factor is another one by now. */
  complete(session: string, secret: Buffer, now: number): Promise<boolean>;
  /** TFA-1d: ends the sessions of staff that were begun before a moment (ISO 8601) and lack their second factor. */
  endIncomplete(before: string): Promise<void>;
}
