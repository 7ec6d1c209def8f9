import type { SilenceChange } from "./rules.ts";

export interface SilenceStore {
  /** Ends a silence, or begins one that takes effect only with `complete`; a null `wanted` toggles. */
  change(silence: Silence, wanted: boolean | null): Promise<SilenceChange>;
  /** Numbers the silenced person's unread messages, a few rooms at a time (decision 0021), and then puts the silence into effect. Idempotent. */
  complete(silence: Silence): Promise<void>;
}

interface Silence {
  readonly participantId: number;
  readonly silencedId: number;
}
