/** What a change of a silence came to: begun, and without effect until it is completed; ended; as it was; or too many silences. */
export type SilenceChange = "begun" | "ended" | "same" | "full";

/** Who silences whom. */
export interface SilenceStore {
  /** `wanted` null asks for the other state than now. */
  change(silence: Silence, wanted: boolean | null): Promise<SilenceChange>;
  /**
   * Numbers the silenced person's messages that the other has not read, a few rooms at a time (decision 0021), and lets the silence
   * take effect. What was done already is not done again.
   */
  complete(silence: Silence): Promise<void>;
}

export interface Silence {
  readonly participantId: number;
  readonly silencedId: number;
}
