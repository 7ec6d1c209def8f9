/** Everyone sends as fast as they are answered, or all together so many messages a second, whoever was answered (open loop). */
export type SendPace =
  | { readonly kind: "closed"; readonly seconds: number }
  | { readonly kind: "open"; readonly perSecond: number; readonly seconds: number };

/** What the bench tells the process that sends. */
export interface SendCommand {
  readonly port: number;
  readonly senders: readonly { readonly token: string; readonly rooms: readonly number[] }[];
  readonly pace: SendPace;
}

/** What became of the sends; times are of whole requests, in ms. */
export interface SendReport {
  readonly stored: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
  /** Messages that each room got, by its number. */
  readonly byRoom: readonly (readonly [number, number])[];
  /** Answers that were no 201, by status; a run with any counts for nothing. */
  readonly failed: readonly (readonly [number, number])[];
}

/** Where a text tells when it was sent, on the machine's monotonic clock, in ms: `... ~123456.789~`. */
export const timeMark = "~";
