import type { KeyboardEvent } from "react";
import type { DraftTarget } from "../state/drafts/drafts-shape.ts";
import { useBackKey } from "../state/messages/use-back-key.ts";
import type { RoomId } from "../state/entities.ts";
import { useCommands } from "../state/app-context.ts";
import { isAlone } from "./use-end-keys.ts";

/** Escape ends replying and editing, then leads back from a quote; Up in an empty composer edits the last own message (EDIT-1). Returns whether the key was one of them. */
export function useDraftKeys(
  roomId: RoomId,
  target: DraftTarget | null,
  isEmpty: boolean,
): (event: KeyboardEvent) => boolean {
  const { dropTarget, editLast } = useCommands();
  const onBackKey = useBackKey(roomId);
  return (event) => {
    if (event.nativeEvent.isComposing) return false;
    const isEnd = event.key === "Escape" && target !== null;
    const isLast = event.key === "ArrowUp" && isEmpty && isAlone(event);
    if (!isEnd && !isLast) return onBackKey(event);
    event.preventDefault();
    if (isEnd) dropTarget(roomId);
    else editLast(roomId);
    return true;
  };
}
