/** EMB-2: used tokens, kept while they could be used again. */
export interface HostTokenStore {
  /** False if a token with this id was used before, in any process. `expiresAt` in ms. */
  use(jti: string, expiresAt: number): Promise<boolean>;
  /** Forgets tokens that expired before a time (ms). */
  removeEnded(before: number): Promise<void>;
}
