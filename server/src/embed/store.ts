/** EMB-2: used tokens, stored as long as they would be valid. */
export interface HostTokenStore {
  /** Marks a token as used; false if it was used before, in any process. `expiresAt` in ms since the epoch. */
  use(jti: string, expiresAt: number): Promise<boolean>;
  /** Forgets tokens that expired before a time (ms since the epoch). */
  removeEnded(before: number): Promise<void>;
}
