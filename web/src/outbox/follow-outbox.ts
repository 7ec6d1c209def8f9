import type { ChatState } from "../state/shape.ts";
import type { Effect } from "../state/effects.ts";
import type { RoomId } from "../state/entities.ts";
import { sentMessage } from "./sent-message.ts";

/** What follows for the outbox from any change of the state, whoever made it: the outbox never says more or less than the page. */
export function followOutbox(before: ChatState, after: ChatState): readonly Effect[] {
  if (tokenOf(before) !== tokenOf(after)) return [{ type: tokenOf(after) === null ? "outbox-close" : "outbox-open" }];
  if (!after.outbox.isOpen) return [];
  return [...dropGone(before, after), ...noteFoundSent(before, after), ...turn(before, after)];
}

const tokenOf = ({ session }: ChatState): string | null => (session.phase === "signed-in" ? session.token : null);

/**
 * What the page no longer holds as pending was sent or deleted: it leaves the outbox as well. Not so what a read did not
 * find: that is gone already, and a read that was wrong must not destroy anything.
 */
function dropGone(before: ChatState, after: ChatState): readonly Effect[] {
  if (before.pending === after.pending || before.outbox.reads !== after.outbox.reads) return [];
  const held = new Set(Object.values(after.pending).flatMap((pending) => pending.map(({ clientId }) => clientId)));
  const gone = Object.values(before.pending)
    .flat()
    .filter(({ clientId }) => !held.has(clientId));
  if (gone.length === 0) return [];
  const sent = gone.flatMap(({ roomId, clientId }) => sentMessage(after, roomId, clientId) ?? []);
  return [{ type: "drop-messages", clientIds: gone.map(({ clientId }) => clientId), sent }];
}

/** A page of history may hold what waits: it was stored, and its answer lost. It must not stand there twice (SEND-2). */
function noteFoundSent(before: ChatState, after: ChatState): readonly Effect[] {
  if (before.timelines === after.timelines && before.pending === after.pending) return [];
  return Object.entries(after.pending).flatMap(([key, pending]): readonly Effect[] => {
    const roomId: RoomId = Number(key);
    if (before.timelines[roomId] === after.timelines[roomId] && before.pending[roomId] === pending) return [];
    const found = pending.filter(({ clientId }) => sentMessage(after, roomId, clientId) !== null);
    const clientIds = found.map(({ clientId }) => clientId);
    return clientIds.length === 0 ? [] : [{ type: "note-found-sent", roomId, clientIds }];
  });
}

/** SEND-3: who has something to send asks for the turn, and gives it back when nothing is left. */
function turn(before: ChatState, after: ChatState): readonly Effect[] {
  const isWanted = wantsTurn(after);
  return isWanted === wantsTurn(before) ? [] : [{ type: isWanted ? "ask-turn" : "end-turn" }];
}

const wantsTurn = ({ outbox, pending }: ChatState): boolean =>
  outbox.isOpen &&
  Object.values(pending).some((room) => room.some((one) => one.place !== null && one.status !== "failed"));
