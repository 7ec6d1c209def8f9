import type { CallError } from "../entities.ts";

declare module "../shape.ts" {
  interface AppState extends RetriesState {}
  interface AppEvents extends RetriesEvents {}
}

/** What was requested and did not come, since it last came. */
interface Failure {
  readonly attempts: number;
  /** The last one. */
  readonly error: CallError;
  /** The server refuses it before this moment, ms since the epoch. */
  readonly notBefore: number;
  /** Whether it was requested again, and is not answered yet. */
  readonly isUnderWay: boolean;
}

export interface RetriesState {
  /** What failed, under a key of its slice (SYNC-8a). */
  readonly failures: Readonly<Record<string, Failure>>;
}

export interface RetriesEvents {
  /** Time to request again what failed. */
  "retries/due": { readonly key: string };
}
