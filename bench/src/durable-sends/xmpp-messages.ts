export interface XmppPerson {
  readonly user: string;
  readonly password: string;
  readonly room: string;
}

export type XmppCommand =
  | { readonly kind: "open"; readonly port: number; readonly people: readonly XmppPerson[] }
  /** The first `senders` people write, and write again whenever a message is acknowledged. */
  | { readonly kind: "send"; readonly senders: number; readonly seconds: number };

/** Counts of messages, and times from writing to acknowledgement, ms. */
export interface XmppReport {
  /** The number of messages that came back to their senders with an archive id. */
  readonly stored: number;
  readonly delivered: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}
