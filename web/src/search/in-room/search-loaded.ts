import { matchText, readQuery } from "@cuplaj/protocol/search-text.ts";
import { messagesOf } from "../../state/history/message-log.ts";
import type { RoomId } from "../../state/entities.ts";
import type { AppState } from "../../state/shape.ts";

/** Messages that are searched on the page at most, the newest of those that are loaded. */
const searchedMax = 5000;

/** The messages that were loaded of a room and in which a text is found, by `seq`, as the server would find them (FIND-4h). */
export function searchLoaded({ timelines }: AppState, roomId: RoomId, text: string): readonly number[] {
  const query = readQuery(text);
  const isFound = (words: string): boolean => matchText(query, words) !== null;
  return (timelines[roomId]?.ranges ?? [])
    .flatMap(({ log }) => messagesOf(log))
    .slice(-searchedMax)
    .filter(({ isDeleted, author }) => !isDeleted && author !== null)
    .filter(({ text: said, file }) => isFound(said) || (file !== null && isFound(file.name)))
    .map(({ seq }) => seq);
}
