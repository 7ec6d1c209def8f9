/** Thrown where a file cannot be read on from some line; its message is the end of a sentence about the line. */
export class UnreadableFile extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
