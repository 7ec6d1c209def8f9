export interface Listener {
  readonly person: number;
  readonly roomChannel: string;
}

export type ListenCommand =
  | { readonly kind: "open"; readonly port: number; readonly listeners: readonly Listener[] }
  /** Replies once `expected` messages have been delivered since the last count, or after 10 s. */
  | { readonly kind: "count"; readonly expected: number };

/** Deliveries since the last count, and latencies from sending, ms. */
export interface ListenReport {
  readonly delivered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
}
