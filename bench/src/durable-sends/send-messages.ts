/** Closed: each sender sends again after a response. Open: `perSecond` sends in total, regardless of responses. */
export type SendPace =
  | { readonly kind: "closed"; readonly seconds: number }
  | { readonly kind: "open"; readonly perSecond: number; readonly seconds: number };

export interface SendCommand {
  readonly port: number;
  readonly senders: readonly { readonly token: string; readonly rooms: readonly number[] }[];
  readonly pace: SendPace;
}

/** The durations of whole requests, ms. */
export interface SendReport {
  readonly stored: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly meanMs: number;
  readonly byRoom: readonly (readonly [number, number])[];
  /** Responses other than 201, as status and count. Any of them invalidates the run. */
  readonly failed: readonly (readonly [number, number])[];
}

/** Delimits the sending time within a text, in ms of the monotonic clock: `... ~123456.789~`. */
export const timeMark = "~";
