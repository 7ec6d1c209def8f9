import { messageCharactersMax } from "@cuplaj/protocol/limits.ts";
import { cleanText, showsSomething } from "@cuplaj/protocol/message-text.ts";
import { isReady, trayOf } from "../files/sending/trays.ts";
import { outgoingFiles } from "../files/sending/outgoing-files.ts";
import { canSaveEdit } from "../edits/edits-state.ts";
import type { RoomId } from "../state/entities.ts";
import type { AppState } from "../state/shape.ts";
import { useAppState } from "../state/app-context.ts";

/** What stands in a room's composer and tray, and whether it can be sent, or saved where it edits a message. */
export function useWritten(roomId: RoomId) {
  const text = useAppState((state) => state.drafts[roomId] ?? "");
  const target = useAppState((state) => state.draftTargets[roomId] ?? null);
  const tray = useAppState((state) => trayOf(state, roomId));
  const canSave = useAppState((state) => canSaveEdit(state, roomId));
  const isEmpty = useAppState((state) => isComposerEmpty(state, roomId));
  const hasText = showsSomething(text);
  const isEdit = target?.kind === "edit";
  const files = isEdit ? noFiles : outgoingFiles(tray, wordsOf(text));
  const left = messageCharactersMax - characters(files[0]?.text ?? cleanText(text));
  const areHeld = tray.every(isReady);
  const isSomething = hasText || files.length > 0;
  const canSend = left >= 0 && isSomething && (canSave || !isEdit);
  return { text, target, files, left, isEmpty, areHeld, canSend, isInvisible: text !== "" && !isSomething };
}

const isComposerEmpty = (state: AppState, roomId: RoomId): boolean =>
  [state.drafts[roomId], state.draftTargets[roomId], state.trays[roomId]].every((one) => one === undefined);

/** The text, where something of it shows. */
const wordsOf = (text: string): string => (showsSomething(text) ? cleanText(text) : "");

const noFiles: ReturnType<typeof outgoingFiles> = [];

/** Characters as the server counts them: code points (MSG-2). */
const characters = (text: string): number => Array.from(text).length;
