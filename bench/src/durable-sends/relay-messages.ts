export interface RelayCommand {
  readonly socketFile: string;
}

export interface RelayReport {
  readonly port: number;
}
