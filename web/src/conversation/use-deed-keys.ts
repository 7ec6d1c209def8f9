import type { KeyboardEvent } from "react";
import { useCommands } from "../state/app-context.ts";
import { useBackKey } from "../state/messages/use-back-key.ts";
import type { Message, RoomId } from "../state/entities.ts";

/** What a key does with the message at which the keys are. */
export const deeds: Readonly<Record<string, "replyTo" | "editMessage" | "deleteMessage">> = {
  r: "replyTo",
  e: "editMessage",
  Delete: "deleteMessage",
};

/** REPLY-1, EDIT-1, DEL-1: R replies to the message at which the keys are, E edits it, Delete deletes it, and Escape leads back from a quote. Returns whether the key was one of them. */
export function useDeedKeys(
  roomId: RoomId,
  messageOf: (seq: number) => Message | null,
): (event: KeyboardEvent) => boolean {
  const onBackKey = useBackKey(roomId);
  const commands = useCommands();
  return (event) => {
    if (onBackKey(event)) return true;
    const { target, key, altKey, ctrlKey, metaKey } = event;
    const deed = deeds[key.length === 1 ? key.toLowerCase() : key];
    if (
      !deed ||
      altKey ||
      ctrlKey ||
      metaKey ||
      !(target instanceof HTMLElement) ||
      !target.matches("article[data-seq]")
    ) {
      return false;
    }
    const message = messageOf(Number(target.dataset["seq"]));
    if (!message) return false;
    event.preventDefault();
    commands[deed](message);
    return true;
  };
}
