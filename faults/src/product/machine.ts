/** Where a program of a run runs, and the address at which others find it. */
export interface Machine {
  readonly address: string;
  /** The words that start a program there. */
  command(program: string, words: readonly string[]): readonly [string, readonly string[]];
}

export const here: Machine = { address: "127.0.0.1", command: (program, words) => [program, words] };
