/** Somebody who listens: on the channel of a room and on their own. */
export interface Listener {
  readonly person: number;
  readonly roomChannel: string;
}

/** What the bench tells the process that listens. */
export type ListenCommand =
  | { readonly kind: "open"; readonly port: number; readonly listeners: readonly Listener[] }
  /** Answered when so many messages were delivered since the last count, or 10 s later. */
  | { readonly kind: "count"; readonly expected: number };

/** What was delivered since the last count, and how long after it was sent, in ms. */
export interface ListenReport {
  readonly delivered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
}
