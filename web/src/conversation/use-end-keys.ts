import type { KeyboardEvent } from "react";
import type { RoomId } from "../state/entities.ts";
import { useCommands } from "../state/app-context.ts";

/** Handles Home and End: to a room's first message, and to its live end. Returns whether the key was one of them. */
export function useEndKeys(roomId: RoomId): (event: KeyboardEvent) => boolean {
  const { showEnd, showMessage } = useCommands();
  return (event) => {
    if (!isAlone(event) || (event.key !== "End" && event.key !== "Home")) return false;
    event.preventDefault();
    if (event.key === "End") showEnd(roomId);
    else showMessage(roomId, 1);
    return true;
  };
}

/** Whether a key is pressed without another that changes its meaning. */
export const isAlone = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  !(altKey || ctrlKey || metaKey || shiftKey);
