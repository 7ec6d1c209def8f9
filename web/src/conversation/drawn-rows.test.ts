import { expect, test } from "vitest";
import { rangeOf } from "../state/history/history-ranges.ts";
import type { Message } from "../state/entities.ts";
import { file, photo } from "../testing/files.ts";
import { ana, mia, signedInAna } from "../testing/people.ts";
import { drawnRows, mosaicMax } from "./drawn-rows.ts";
import { withheld } from "./drawn-message.ts";

const rows = (messages: readonly Message[], older: "none" | "some" = "none", dividerSeq: number | null = null) => {
  const range = { ...rangeOf({ messages, lines: [], from: 1, to: 1000 }), older };
  return drawnRows({ range, pending: [], self: signedInAna, timeline: { dividerSeq } });
};
const many = (count: number, from = 1) => Array.from({ length: count }, (_, at) => photo(from + at, { author: mia }));

const drawnAs = (shown: ReturnType<typeof rows>) =>
  Array.from({ length: shown.length }, (_, row) => {
    const mosaic = shown.mosaicOf(row);
    return mosaic ? [mosaic.first, mosaic.tiles.length] : null;
  });

test("[SEE-3] consecutive pictures of one person without text are one mosaic", () => {
  const texted = photo(3, { author: mia, text: "asta e" });
  const [first, second] = many(2);
  expect(drawnAs(rows([first!, second!, texted, ...many(2, 4)]))).toEqual([[0, 2], [0, 2], null, [3, 2], [3, 2]]);
  expect(drawnAs(rows([first!, photo(2, { author: ana })]))).toEqual([null, null]);
  const pdf = photo(2, { author: mia, file: file({ type: "application/pdf", previewPath: null }) });
  expect(drawnAs(rows([first!, pdf]))).toEqual([null, null]);
});

test("[SEE-3] the unread divider splits a mosaic, and so do five minutes", () => {
  expect(drawnAs(rows(many(4), "none", 3))).toEqual([
    [0, 2],
    [0, 2],
    [2, 2],
    [2, 2],
  ]);
  const late = photo(2, { author: mia, sentAt: new Date(Date.parse(many(1)[0]!.sentAt) + 301_000).toISOString() });
  expect(drawnAs(rows([many(1)[0]!, late]))).toEqual([null, null]);
});

test("[SEE-3] another mosaic begins after ten pictures, and every message belongs to one", () => {
  const shown = rows(many(mosaicMax + 3));
  expect(drawnAs(shown)).toEqual([
    ...Array.from({ length: mosaicMax }, () => [0, mosaicMax]),
    ...Array.from({ length: 3 }, () => [mosaicMax, 3]),
  ]);
  expect(shown.drawnAt(mosaicMax - 1)).toBe(0);
  expect(shown.mosaicOf(4)?.tiles.map(({ stored }) => stored?.seq)).toEqual(many(mosaicMax).map(({ seq }) => seq));
});

test("[SEE-3][OLDER-2] a mosaic that may begin before the loaded part is not drawn, unless nothing else is loaded", () => {
  const message = photo(4, { text: "bun", author: mia });
  expect(
    withheld({ ...rangeOf({ messages: [...many(3), message], lines: [], from: 1, to: 1000 }), older: "some" }),
  ).toBe(3);
  expect(rows([...many(3), message], "some").drawnOf(0)?.stored?.seq).toBe(4);
  expect(rows(many(3), "some").length).toBe(2);
});

test("[SEE-3] the tiles of a mosaic stay the same array: unchanged rows are not drawn again", () => {
  const messages = many(3);
  expect(rows(messages).mosaicOf(1)?.tiles).toBe(rows(messages).mosaicOf(0)?.tiles);
});
