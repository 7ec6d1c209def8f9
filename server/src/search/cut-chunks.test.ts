import { expect, test } from "vitest";
import { createDice } from "../testing/dice.ts";
import { chunkBytesMax, chunkMessagesMax, cutChunks, wordsBytesMax, wordsOfTexts } from "./cut-chunks.ts";
import type { StoredMessage } from "./index-store.ts";

const said = (seq: number, text: string, more: Partial<StoredMessage> = {}): StoredMessage => ({
  ...{
    roomId: 1,
    seq,
    authorId: 7,
    at: `2026-10-02 10:00:${String(seq % 60)}`,
    text,
    fileName: null,
    isDeleted: false,
  },
  ...more,
});
test("[FIND-2a] 70 messages are three consecutive chunks, each with the words of its messages", () => {
  const chunks = [...cutChunks(Array.from({ length: 70 }, (_, index) => said(2 * index + 1, `cuvânt${index}`)))];
  expect(chunks.map(({ firstSeq, lastSeq, messages }) => [firstSeq, lastSeq, messages])).toEqual([
    [1, 63, chunkMessagesMax],
    [65, 127, chunkMessagesMax],
    [129, 139, 6],
  ]);
  expect([...(chunks[2]?.words.keys() ?? [])]).toEqual(expect.arrayContaining(["=p7", "cuvant64", "cuvant69"]));
  expect(chunks[1]?.words.has("cuvant64")).toBe(false);
});

test("[FIND-2a] the words of a file's name belong to its message, and a deleted message has none", () => {
  const [chunk] = cutChunks([
    said(1, "uite", { fileName: "factura-2211.pdf" }),
    said(2, "", { isDeleted: true, authorId: 8 }),
  ]);
  expect([...(chunk?.words.keys() ?? [])]).toEqual(expect.arrayContaining(["uite", "factura", "=f", "=p7"]));
  expect(chunk).toMatchObject({ messages: 2, lastSeq: 2 });
  expect(chunk?.words.has("=p8")).toBe(false);
});

test("[FIND-2a] a word of a chunk has the numbers of its messages, and only its first position in each", () => {
  const [chunk] = cutChunks([said(1, "disc"), said(2, "", { isDeleted: true }), said(5, "filtru disc")]);
  expect(chunk?.words).toEqual(
    new Map([
      ["disc", [1, 3]],
      ["=p7", [1, 3]],
      ["filtru", [3]],
    ]),
  );
  const [alone] = cutChunks([said(1, "disc")]);
  expect(alone?.words).toEqual(
    new Map([
      ["disc", [1]],
      ["=p7", [1]],
    ]),
  );
});

test("[FIND-2b] messages of thousands of digits end their chunk early, and no chunk exceeds its bytes", () => {
  const chunks = [...cutChunks(Array.from({ length: 40 }, (_, index) => said(index + 1, randomDigits(index))))];
  expect(chunks.length).toBeGreaterThan(3);
  expect(Math.max(...chunks.map(({ bytes }) => bytes))).toBeLessThan(chunkBytesMax * 1.01);
  expect(chunks.reduce((sum, { messages }) => sum + messages, 0)).toBe(40);
});

test("[FIND-2b] a text with more words than a row holds is cut", () => {
  const dice = createDice(7);
  const squares = Array.from({ length: 3999 }, () => String.fromCodePoint(0x3300 + dice(87)));
  const words = wordsOfTexts([`1${squares.join("")}`]);
  const bytes = [...words].reduce((sum, word) => sum + Buffer.byteLength(word), 0);
  expect(bytes).toBeLessThanOrEqual(wordsBytesMax);
  expect(bytes).toBeGreaterThan(wordsBytesMax - 100);
});

function randomDigits(seed: number): string {
  const dice = createDice(seed);
  return Array.from({ length: 4000 }, () => dice(10)).join("");
}
