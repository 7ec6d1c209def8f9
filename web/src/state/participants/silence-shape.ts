import type { CallError, Me, Participant } from "../entities.ts";

declare module "../shape.ts" {
  interface AppState extends SilenceState {}
  interface AppEvents extends SilenceEvents {}
  interface AppEffects extends SilenceEffects {}
  interface Commands extends SilenceCommands {}
  interface AlertKeys {
    "silence.begun": true;
    "silence.over": true;
    "silence.failed": true;
    "silence.offline": true;
    "silence.unanswered": true;
  }
}

/** A person to be silenced, or no longer. */
export interface Silencing {
  readonly person: Participant;
  readonly isSilenced: boolean;
}

export interface SilenceState {
  /** The calls under way, by the person's key. */
  readonly silencing: Readonly<Record<string, Silencing>>;
}

export interface SilenceEvents {
  "silence/asked": Silencing;
  /** The time to undo it is over. */
  "silence/due": Silencing;
  /** There is no connection to silence somebody by. */
  "silence/offline": { readonly person: Participant };
  "silence/answered": { readonly person: Participant; readonly isSilenced: boolean; readonly me: Me };
  "silence/failed": { readonly person: Participant; readonly error: CallError };
  /** Whom the person silences has changed, here or on another device; `isLate` once answers from before that have come. */
  "silence/changed": { readonly isLate: boolean };
}

export interface SilenceEffects {
  "call-silence": Silencing;
}

export interface SilenceCommands {
  /** Silencing can be undone for 5 s before it is sent; ending it is sent at once. */
  readonly silence: (person: Participant, isSilenced: boolean) => void;
}
