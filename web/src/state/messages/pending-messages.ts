import type { AppState } from "../shape.ts";
import type { Message, PendingMessage, PendingRequest, RoomId } from "../entities.ts";
import { newestWhere } from "../history/message-log.ts";
import { liveLog } from "../history/timeline.ts";

export const pendingOf = (state: AppState, roomId: RoomId): readonly PendingMessage[] =>
  state.pending[roomId] ?? nothingPending;

const nothingPending: readonly PendingMessage[] = [];

export const allPending = (state: AppState): readonly PendingMessage[] => Object.values(state.pending).flat();

/** Sorts messages in the order in which they were written, in whatever tab and whatever the clock showed (SEND-3). */
export const inOrder = (pending: readonly PendingMessage[]): readonly PendingMessage[] =>
  pending.toSorted((a, b) => a.position - b.position);

export function withPending(state: AppState, roomId: RoomId, pending: readonly PendingMessage[]): AppState {
  const { [roomId]: _before, ...others } = state.pending;
  return { ...state, pending: pending.length === 0 ? others : { ...others, [roomId]: pending } };
}

export function withoutPending(state: AppState, roomId: RoomId, clientId: string | null): AppState {
  const pending = pendingOf(state, roomId);
  const others = pending.filter((message) => message.clientId !== clientId);
  return others.length === pending.length ? state : withPending(state, roomId, others);
}

export const pendingMessage = (state: AppState, roomId: RoomId, clientId: string): PendingMessage | undefined =>
  pendingOf(state, roomId).find((message) => message.clientId === clientId);

export const replaced = (state: AppState, message: PendingMessage): AppState =>
  withPending(
    state,
    message.roomId,
    pendingOf(state, message.roomId).map((held) => (held.clientId === message.clientId ? message : held)),
  );

/** The lane of a message: each room has a lane for texts, and all rooms share one for files (SEND-3). */
export const laneOf = ({ file, roomId }: PendingMessage): string => (file === undefined ? String(roomId) : "files");

export function sentMessage(state: AppState, roomId: RoomId, clientId: string): Message | null {
  const newest = state.rooms.byId[roomId]?.lastMessage ?? null;
  if (newest?.clientId === clientId) return newest;
  return newestWhere(liveLog(state.timelines[roomId]), (message) => message.clientId === clientId);
}

/** The body that sends a request, likewise the same from page and worker. */
export const requestBody = (
  {
    text,
    clientId,
    request: { photos: _photos, ...asked },
  }: Pick<PendingMessage, "text" | "clientId"> & { readonly request: PendingRequest },
  uploadIds: readonly string[],
) => ({ ...asked, client_id: clientId, text, upload_ids: [...uploadIds] });

/** The body that publishes a text. Page and worker send the same one, so that the server stores it once (MSG-2). */
export const publishBody = ({ text, clientId, replyTo }: Pick<PendingMessage, "text" | "clientId" | "replyTo">) => ({
  message: text,
  client_id: clientId,
  ...(replyTo && { reply_to: replyTo.messageId }),
});
