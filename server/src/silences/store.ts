import type { SilenceChange } from "./rules.ts";

/** Who silences whom. */
export interface SilenceStore {
  /** Ends a silence, or begins one, which has no effect until it is completed; `wanted` null asks for the other state than now. */
  change(silence: Silence, wanted: boolean | null): Promise<SilenceChange>;
  /**
   * Numbers the silenced person's messages that the other has not read, a few rooms at a time (decision 0021), and lets the silence
   * take effect. What was done already is not done again.
   */
  complete(silence: Silence): Promise<void>;
}

interface Silence {
  readonly participantId: number;
  readonly silencedId: number;
}
