/** The machine on which a program of a run works. */
export interface Machine {
  readonly address: string;
  /** Returns the command and arguments that start a program on the machine. */
  command(program: string, words: readonly string[]): readonly [string, readonly string[]];
}

export const here: Machine = { address: "127.0.0.1", command: (program, words) => [program, words] };
