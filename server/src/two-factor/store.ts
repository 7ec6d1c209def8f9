/** Times are in ms since the epoch. */
export interface StoredFactor {
  readonly secret: Buffer;
  readonly setAt: string;
  /** The newest step whose code was used. */
  readonly lastStep: number;
  readonly wrongCodes: number;
  readonly wrongSince: number | null;
  readonly recoveryCodesLeft: number;
}

/** Sessions are identified by `sessionOf`. */
export interface TwoFactorStore {
  find(personId: number): Promise<StoredFactor | null>;
  /**
   * Counts a code as wrong before it is checked, so that concurrent ones stay within the limit (TFA-2c); `use` resets the count. Null if the limit is
   * reached or the person has no second factor.
   */
  beginTry(personId: number, now: number): Promise<Pick<StoredFactor, "secret" | "lastStep"> | null>;
  /**
   * Uses up a code and adds recovery codes; a recovery code entered to get new ones remains valid (TFA-3c). False if this code or one of a later step
   * was used, or if the secret has changed.
   */
  use(code: {
    readonly personId: number;
    readonly secret: Buffer;
    readonly by: { readonly step: number } | { readonly recoveryHash: Buffer };
    readonly newHashes: readonly Buffer[] | null;
    readonly now: number;
    /** The caller's `addressGroup`. */
    readonly address: string;
  }): Promise<boolean>;
  /** Offers the secret, or returns one already offered after `since`. Null if the session has ended, or the second factor is no longer `given`. */
  offer(
    session: string,
    secret: Buffer,
    by: { readonly now: number; readonly since: number; readonly given: Buffer | null },
  ): Promise<Buffer | null>;
  findOffered(session: string): Promise<Buffer | null>;
  /**
   * Makes the offered secret the second factor, and completes the session (TFA-1b). False if the session was offered another secret, or lacks the
   * person's current second factor.
   */
  set(factor: {
    readonly personId: number;
    readonly session: string;
    readonly secret: Buffer;
    readonly step: number;
    readonly recoveryHashes: readonly Buffer[];
    readonly now: number;
    /** The caller's `addressGroup`. */
    readonly address: string;
  }): Promise<boolean>;
  /**
   * Whether these are exactly the person's recovery codes, unused and created after `since`; with `isCounted`, this also resets the count of wrong
   * codes.
   */
  areNew(
    personId: number,
    hashes: readonly Buffer[],
    by: { readonly since: number; readonly isCounted: boolean },
  ): Promise<boolean>;
  /** TFA-3c: replaces the earlier codes with the set that includes this one; false if the person has no such code. */
  storeCodes(personId: number, hash: Buffer): Promise<boolean>;
  /** Completes the session; false if it has ended or the second factor has changed. */
  complete(session: string, secret: Buffer, now: number): Promise<boolean>;
  /** TFA-1d: ends incomplete sessions of staff created before a moment (ISO 8601). */
  endIncomplete(before: string): Promise<void>;
}
