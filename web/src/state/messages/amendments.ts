import type { Message, Room, RoomId } from "../entities.ts";
import type { AppState } from "../shape.ts";
import { hasReached } from "../wishes.ts";
import type { Amendment } from "./edits-shape.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { canReply } from "./quotes-state.ts";
import { isSamePerson, isOfOneRoom, me } from "../selectors.ts";

export const amendmentKey = (roomId: RoomId, messageId: number): string => `${roomId}.${messageId}`;

export const deletionId = ({ roomId, messageId }: Pick<Amendment, "roomId" | "messageId">): string =>
  `delete:${amendmentKey(roomId, messageId)}`;

export function amendmentOf(state: AppState, message: Pick<Message, "roomId" | "id"> | null): Amendment | null {
  const amendment = message && state.amendments[amendmentKey(message.roomId, message.id)];
  return amendment && !hasReached(state, amendment) ? amendment : null;
}

export const isDeletion = (amendment: Amendment | null): boolean =>
  amendment?.kind === "delete" && amendment.phase !== "failed";

export function deletionOf(state: AppState, message: Message | null): Amendment | null {
  const amendment = amendmentOf(state, message);
  return isDeletion(amendment) ? amendment : null;
}

export const shownText = ({ text }: { readonly text: string }, amendment: Amendment | null): string =>
  isSaving(amendment) ? amendment.text : text;

export function editMark(
  { stored }: { readonly stored: Message | null },
  amendment: Amendment | null,
): "edited" | "saving" | null {
  if (isSaving(amendment)) return amendment.phase === "sending" ? "saving" : "edited";
  return (stored?.editedAt ?? null) === null ? null : "edited";
}

const isSaving = (amendment: Amendment | null): amendment is Amendment =>
  amendment?.kind === "edit" && amendment.phase !== "failed";

export const canAmend = (state: AppState, message: Message): boolean =>
  canReply(state, message) &&
  isSamePerson(message.author, me(state)) &&
  requestOf(state, message) === null &&
  !isOfOneRoom(state);

/** ASK-10: the request that a message carries; null for any other message. */
export function requestOf({ rooms }: AppState, { roomId, seq }: Pick<Message, "roomId" | "seq">): Room["request"] {
  const request = rooms.byId[roomId]?.request;
  return request?.seq === seq ? request : null;
}

export const hasEarlierTexts = (state: AppState, { editedAt, isDeleted }: Message): boolean =>
  editedAt !== null && !isDeleted && hasPermission(me(state)?.roles, "audit.view");
