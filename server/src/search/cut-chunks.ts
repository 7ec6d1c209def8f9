import { indexedWords } from "@cuplaj/protocol/search-text.ts";
import { chunkBytesMax, chunkMessagesMax, wordsBytesMax } from "./chunk-limits.ts";
import type { Chunk, StoredMessage } from "./index-store.ts";

/** No text gives a word with this sign, so these stand for themselves: who wrote a message of the chunk, and that one has a file. */
export const authorWord = (participantId: number): string => `=p${participantId}`;
export const fileWord = "=f";

/** Cuts a room's messages behind one another into chunks; the same messages are always cut in the same way. */
export function* cutChunks(messages: readonly StoredMessage[]): Generator<Chunk> {
  let [words, bytes, part]: [Set<string>, number, StoredMessage[]] = [new Set(), 0, []];
  for (const message of messages) {
    const own = wordsOfMessage(message);
    const more = bytesOf([...own].filter((word) => !words.has(word)));
    if (part.length >= chunkMessagesMax || (part.length > 0 && bytes + more > chunkBytesMax)) {
      yield chunkOf(part, words, bytes);
      [words, bytes, part] = [own, bytesOf(own), [message]];
    } else {
      for (const word of own) words.add(word);
      bytes += more;
      part.push(message);
    }
  }
  if (part.length > 0) yield chunkOf(part, words, bytes);
}

/** What texts that belong together are found by. */
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

function chunkOf(part: readonly StoredMessage[], words: ReadonlySet<string>, bytes: number): Chunk {
  const [first, last] = [part[0], part.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a chunk has a message");
  return {
    firstSeq: first.seq,
    lastSeq: last.seq,
    messages: part.length,
    begunAt: first.at,
    endedAt: last.at,
    words,
    bytes,
  };
}

function bytesOf(words: Iterable<string>): number {
  let sum = 0;
  for (const word of words) sum += Buffer.byteLength(word);
  return sum;
}
