import { UnreadableFile } from "../text-files/unreadable-file.ts";

export interface ArrayElement {
  readonly line: number;
  readonly text: string;
}

/** The tokens that each state allows between objects, and the state to which each token leads. */
const follows = {
  start: { "[": "first" },
  first: { "{": "inside", "]": "end" },
  next: { ",": "element", "]": "end" },
  element: { "{": "inside" },
  end: {},
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Splits a JSON array of objects as it streams, buffering one object of at most `charactersMax`. Does not validate the objects. */
export async function* splitArray(chunks: AsyncIterable<string>, charactersMax: number): AsyncIterable<ArrayElement> {
  const splitter = new ArraySplitter(charactersMax);
  for await (const chunk of chunks) yield* splitter.add(chunk);
  splitter.end();
}

class ArraySplitter {
  readonly #charactersMax: number;
  #state: keyof typeof follows | "inside" = "start";
  #line = 1;
  #elementLine = 1;
  #text = "";
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax;
  }

  *add(chunk: string): Iterable<ArrayElement> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const character = chunk.charAt(at);
      if (character === "\n") this.#line += 1;
      if (this.#state !== "inside") {
        if (this.#passes(character)) from = at;
      } else if (this.#isLast(character)) {
        yield { line: this.#elementLine, text: this.#take(chunk.slice(from, at + 1)) };
        this.#text = "";
        this.#state = "next";
      }
    }
    if (this.#state === "inside") this.#text = this.#take(chunk.slice(from));
  }

  end(): void {
    if (this.#state !== "end") throw new UnreadableFile(this.#line, "is the last one, but the array does not end");
  }

  /** Handles a character between objects; returns true at the start of an object. */
  #passes(character: string): boolean {
    if (/\s/u.test(character) || this.#state === "inside") return false;
    const next: Readonly<Record<string, keyof typeof follows | "inside">> = follows[this.#state];
    const state = next[character];
    if (state === undefined) {
      throw new UnreadableFile(
        this.#line,
        `has ${JSON.stringify(character)} where a JSON array of offers cannot have it`,
      );
    }
    this.#state = state;
    if (state !== "inside") return false;
    [this.#depth, this.#elementLine] = [1, this.#line];
    return true;
  }

  /** Handles a character inside an object; returns true at its end. */
  #isLast(character: string): boolean {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === "\\") this.#isEscaped = true;
      else if (character === '"') this.#isInString = false;
      return false;
    }
    if (character === '"') this.#isInString = true;
    else if (character === "{" || character === "[") this.#depth += 1;
    else if (character === "}" || character === "]") this.#depth -= 1;
    return this.#depth === 0;
  }

  #take(part: string): string {
    const text = this.#text + part;
    if (text.length <= this.#charactersMax) return text;
    throw new UnreadableFile(this.#elementLine, "begins an offer that is too long, or does not end");
  }
}
