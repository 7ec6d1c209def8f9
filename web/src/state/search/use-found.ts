import { type Range, matchText, readQuery } from "@cuplaj/protocol/search-text.ts";
import { useMemo } from "react";
import type { Message, RoomId } from "../entities.ts";
import { selectedRoomId } from "../selectors.ts";
import { useAppState } from "../app-context.ts";
import type { AppState } from "../shape.ts";
import type { Found } from "./found-shape.ts";

export const foundIn = ({ found }: AppState, roomId: RoomId): Found | null => (found?.roomId === roomId ? found : null);

function searchedWords(state: AppState): string | null {
  const { found } = state;
  return found === null || found.phase === "idle" || found.roomId !== selectedRoomId(state) ? null : found.text;
}

const none: readonly Range[] = [];

export const useFoundRanges = (text: string): readonly Range[] => useRanges(useAppState(searchedWords), text);

export function useFoundInLine(lineId: number, text: string): readonly Range[] {
  return useRanges(
    useAppState(({ foundLine }) => (foundLine?.lineId === lineId ? foundLine.text : null)),
    text,
  );
}

const useRanges = (words: string | null, text: string): readonly Range[] =>
  useMemo(() => (words === null ? none : foundRanges(words, text)), [words, text]);

export const useIsHit = (message: Message | null): boolean =>
  useAppState(({ found }) => found !== null && message?.roomId === found.roomId && message.seq === found.seq);

export interface TextPiece {
  readonly at: number;
  readonly text: string;
  readonly isFound: boolean;
}

/** The last parsed query, which all messages on screen share. */
let last: { readonly words: string; readonly query: ReturnType<typeof readQuery> } | null = null;

export function foundRanges(words: string, text: string): readonly Range[] {
  if (last?.words !== words) last = { words, query: readQuery(words) };
  return matchText(last.query, text)?.ranges[0] ?? [];
}

/** FIND-4c: splits a part of a text, beginning at `from`, into pieces at the matches of the whole text. */
export function markPieces(part: string, from: number, ranges: readonly Range[]): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  const add = (begin: number, end: number, isFound: boolean): void => {
    if (end > begin) pieces.push({ at: begin, text: part.slice(begin, end), isFound });
  };
  let done = 0;
  for (const [begin, end] of ranges) {
    const [first, after] = [begin - from, end - from].map((at) => Math.min(Math.max(at, done), part.length));
    if (first === undefined || after === undefined || after <= first) continue;
    add(done, first, false);
    add(first, after, true);
    done = after;
  }
  add(done, part.length, false);
  return pieces;
}
