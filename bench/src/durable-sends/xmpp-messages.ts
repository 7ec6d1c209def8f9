/** Somebody who is in a room, listens there and may write there. */
export interface XmppPerson {
  readonly user: string;
  readonly password: string;
  /** The room's whole address. */
  readonly room: string;
}

/** What the bench tells the process that loads ejabberd. */
export type XmppCommand =
  | { readonly kind: "open"; readonly port: number; readonly people: readonly XmppPerson[] }
  /** The first so many write, each again as soon as the last is acknowledged. */
  | { readonly kind: "send"; readonly senders: number; readonly seconds: number };

/** What became of the messages; times are from writing to acknowledgement, in ms. */
export interface XmppReport {
  /** Messages that came back to their senders with the archive's number on them. */
  readonly stored: number;
  /** Messages that arrived, at everybody together. */
  readonly delivered: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
