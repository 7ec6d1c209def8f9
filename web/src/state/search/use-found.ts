import type { Range } from "@cuplaj/protocol/search-text.ts";
import { useMemo } from "react";
import type { Message, RoomId } from "../entities.ts";
import { selectedRoomId } from "../selectors.ts";
import { useAppState } from "../app-context.ts";
import type { AppState } from "../shape.ts";
import type { Found } from "./found-shape.ts";
import { foundRanges } from "./mark-pieces.ts";

/** What is searched in a room; null while its bar is closed. */
export const foundIn = ({ found }: AppState, roomId: RoomId): Found | null => (found?.roomId === roomId ? found : null);

/** What is searched in the open room, once that is enough for a search. */
function searchedWords(state: AppState): string | null {
  const { found } = state;
  return found === null || found.phase === "idle" || found.roomId !== selectedRoomId(state) ? null : found.text;
}

const none: readonly Range[] = [];

/** Where in a text of the open room's messages the searched words are (FIND-4c). */
export const useFoundRanges = (text: string): readonly Range[] => useRanges(useAppState(searchedWords), text);

/** The same in a text of an offer's line that was found. */
export function useFoundInLine(lineId: number, text: string): readonly Range[] {
  return useRanges(
    useAppState(({ foundLine }) => (foundLine?.lineId === lineId ? foundLine.text : null)),
    text,
  );
}

const useRanges = (words: string | null, text: string): readonly Range[] =>
  useMemo(() => (words === null ? none : foundRanges(words, text)), [words, text]);

/** Whether a message is the one of those found that is shown. */
export const useIsHit = (message: Message | null): boolean =>
  useAppState(({ found }) => found !== null && message?.roomId === found.roomId && message.seq === found.seq);
