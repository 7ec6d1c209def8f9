/** A value that an import rejects; `problem` completes a sentence about its line. */
export interface BadValue {
  readonly line: number;
  readonly problem: string;
}
