/** Thrown at the first unreadable line; the message reads as the end of a sentence about it. */
export class UnreadableFile extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}
