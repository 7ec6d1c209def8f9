/** `problem` completes a sentence about the line. */
export interface BadValue {
  readonly line: number;
  readonly problem: string;
}
