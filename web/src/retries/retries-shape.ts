import type { Nothing } from "../state/shape.ts";

declare module "../state/shape.ts" {
  interface AppState extends RetriesState {}
  interface AppEvents extends RetriesEvents {}
}

export interface RetriesState {
  /** How often in a row the clock repeated failed requests (SYNC-8a). */
  readonly retries: number;
}

export interface RetriesEvents {
  /** Time to repeat failed requests. */
  "retries/due": Nothing;
}
