import type { Message, RoomId } from "../entities.ts";
import type { AppState } from "../shape.ts";
import { hasReached } from "../wishes.ts";
import type { Amendment } from "./edits-shape.ts";

export const amendmentKey = (roomId: RoomId, messageId: number): string => `${roomId}.${messageId}`;

/** What a deletion can be undone by. */
export const deletionId = ({ roomId, messageId }: Pick<Amendment, "roomId" | "messageId">): string =>
  `delete:${amendmentKey(roomId, messageId)}`;

/** What the person does to a message that the log does not show yet; null for nothing. */
export function amendmentOf(state: AppState, message: Pick<Message, "roomId" | "id"> | null): Amendment | null {
  const amendment = message && state.amendments[amendmentKey(message.roomId, message.id)];
  return amendment && !hasReached(state, amendment) ? amendment : null;
}

/** Whether it deletes its message, as far as is known. */
export const isDeletion = (amendment: Amendment | null): boolean =>
  amendment?.kind === "delete" && amendment.phase !== "failed";

/** The own deletion of a message that the log does not show yet; null for none. */
export function deletionOf(state: AppState, message: Message | null): Amendment | null {
  const amendment = amendmentOf(state, message);
  return isDeletion(amendment) ? amendment : null;
}

/** The text to show: as it is being saved, else as the log has it (EDIT-2). */
export const shownText = ({ text }: { readonly text: string }, amendment: Amendment | null): string =>
  isSaving(amendment) ? amendment.text : text;

/** What stands beside the time of an edited message: that it is, or is being saved; null for neither. */
export function editMark(
  { stored }: { readonly stored: Message | null },
  amendment: Amendment | null,
): "edited" | "saving" | null {
  if (isSaving(amendment)) return amendment.phase === "sending" ? "saving" : "edited";
  return (stored?.editedAt ?? null) === null ? null : "edited";
}

const isSaving = (amendment: Amendment | null): amendment is Amendment =>
  amendment?.kind === "edit" && amendment.phase !== "failed";
