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
  /** Uses a code up: false where one of its step, or of a later one, was used before, or the secret is another by now. */
  useStep(personId: number, secret: Buffer, step: number): Promise<boolean>;
  /** Uses a recovery code up, by its hash; false where there is none. */
  useRecoveryCode(personId: number, hash: Buffer): Promise<boolean>;
  /** What the session may set up from now on: the secret, or with `keeps` the one that it was offered before. Null where it has ended. */
  offer(session: string, secret: Buffer, keeps: boolean): Promise<Buffer | null>;
  findOffered(session: string): Promise<Buffer | null>;
  /**
   * What the session was offered becomes its person's second factor, and the session complete; false where it was offered another secret,
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
  /** Replaces all recovery codes; false where there is no second factor. */
  renewRecoveryCodes(personId: number, hashes: readonly Buffer[], address: string): Promise<boolean>;
  /** The session lacks nothing from now on; false where it has ended, or its person's second factor is another one by now. */
  complete(session: string, secret: Buffer, now: number): Promise<boolean>;
  /** TFA-1d: ends the sessions of staff that were begun before a moment (ISO 8601) and lack their second factor. */
  endIncomplete(before: string): Promise<void>;
}
