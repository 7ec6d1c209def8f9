/** The Unix socket that a relay leads to. */
export interface RelayCommand {
  readonly socketFile: string;
}

/** The port of 127.0.0.1 that leads there. */
export interface RelayReport {
  readonly port: number;
}
