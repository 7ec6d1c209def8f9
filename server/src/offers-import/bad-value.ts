/** `problem` reads as the rest of a sentence about the line. */
export interface BadValue {
  readonly line: number;
  readonly problem: string;
}
