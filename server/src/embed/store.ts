/** The tokens of hosts that were used, as long as they could be used again (EMB-2). */
export interface HostTokenStore {
  /** False where a token with this id was used before, in whatever process. */
  use(jti: string, expiresAt: number): Promise<boolean>;
  /** Forgets those that ended before a time (ms). */
  removeEnded(before: number): Promise<void>;
}
