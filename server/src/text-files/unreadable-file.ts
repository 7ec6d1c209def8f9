/** Thrown at the first unreadable line; the message completes a sentence about that line. */
export class UnreadableFile extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
