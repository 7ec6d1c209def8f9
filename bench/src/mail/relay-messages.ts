/** Opens the relay, waits for its next e-mail, or counts the e-mails taken since the last count. */
export interface RelayCommand {
  readonly kind: "open" | "next" | "count";
}

export interface RelayReport {
  readonly port: number;
  readonly mails: number;
}
