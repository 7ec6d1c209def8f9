/** What cannot be stored of a file: the line, and what is wrong with it as the rest of a sentence. */
export interface BadValue {
  readonly line: number;
  readonly problem: string;
}
