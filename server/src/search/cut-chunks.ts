import { indexedWords } from "@cuplaj/protocol/search-text.ts";
import type { Chunk, StoredMessage } from "./index-store.ts";

/** Maximum number of messages per chunk: few enough to read all of them for one hit, and enough that a common word has few rows. */
export const chunkMessagesMax = 32;
/** Maximum bytes of words in a chunk of several messages. */
export const chunkBytesMax = 256 * 1024;
/** Maximum bytes of words in any chunk: half the maximum of a PostgreSQL row. Only artificial texts exceed it. */
export const wordsBytesMax = 512 * 1024;

/** Word that marks the author of a message in a chunk, as `fileWord` marks a message with a file. No text yields a word with `=`. */
export const authorWord = (participantId: number): string => `=p${participantId}`;
export const fileWord = "=f";
/** Overhead per word and per number in a row, in bytes. */
const [wordBytes, numberBytes] = [4, 2];

/** Cuts consecutive messages of a room into chunks; the result is deterministic. */
export function* cutChunks(messages: readonly StoredMessage[]): Generator<Chunk> {
  let part = new OpenChunk();
  for (const message of messages) {
    const own = wordsOfMessage(message);
    if (!part.takes(own)) {
      yield part.close();
      part = new OpenChunk();
    }
    part.add(message, own);
  }
  if (!part.isEmpty) yield part.close();
}

class OpenChunk {
  readonly #messages: StoredMessage[] = [];
  readonly #words = new Map<string, number[]>();
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  takes(own: ReadonlySet<string>): boolean {
    if (this.isEmpty) return true;
    return this.#messages.length < chunkMessagesMax && this.#bytes + this.#bytesOf(own) <= chunkBytesMax;
  }

  add(message: StoredMessage, own: ReadonlySet<string>): void {
    this.#bytes += this.#bytesOf(own);
    this.#messages.push(message);
    for (const word of own) {
      const numbers = this.#words.get(word);
      if (numbers === undefined) this.#words.set(word, [this.#messages.length]);
      else numbers.push(this.#messages.length);
    }
  }

  close(): Chunk {
    const [first, last] = [this.#messages[0], this.#messages.at(-1)];
    if (first === undefined || last === undefined) throw new Error("a chunk has a message");
    return {
      firstSeq: first.seq,
      lastSeq: last.seq,
      messages: this.#messages.length,
      begunAt: first.at,
      endedAt: last.at,
      words: this.#words,
      bytes: this.#bytes,
    };
  }

  #bytesOf(own: ReadonlySet<string>): number {
    let sum = numberBytes * own.size;
    for (const word of own) if (!this.#words.has(word)) sum += Buffer.byteLength(word) + wordBytes;
    return sum;
  }
}

export function wordsOfTexts(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  let bytes = 0;
  for (const text of texts) {
    for (const word of indexedWords(text)) {
      if (words.has(word)) continue;
      if ((bytes += Buffer.byteLength(word)) > wordsBytesMax) return words;
      words.add(word);
    }
  }
  return words;
}

function wordsOfMessage({ authorId, text, fileName, isDeleted }: StoredMessage): Set<string> {
  if (isDeleted) return new Set();
  const words = wordsOfTexts(fileName === null ? [text] : [fileName, text]).add(authorWord(authorId));
  return fileName === null ? words : words.add(fileWord);
}
