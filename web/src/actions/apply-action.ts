import type { ChatMessageAction } from "@cuplaj/protocol/events.ts";
import { likesNamedMax } from "@cuplaj/protocol/limits.ts";
import { actionFromWire } from "../api/from-wire.ts";
import { actionShape, fits, headShape } from "../api/shapes.ts";
import { changeMessage } from "../state/history/loaded-message.ts";
import { updated } from "../state/updated-room.ts";
import type { Me, Message, MessageAction } from "../state/entities.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { payloadKind, type PlacedEvent } from "../state/transition.ts";

/** ACT-3: an action takes its number in the room's log, and is applied there once, whoever gave it. */
export const actionKind = payloadKind<MessageAction>({
  read(data) {
    if (!fits<ChatMessageAction>(data, { action: actionShape, room: headShape })) return null;
    const { action, room } = data;
    return { roomId: room.id, seq: room.last_seq, data: actionFromWire(action) };
  },
  apply(state, { roomId, seq, data }) {
    const named = { roomId, messageSeq: data.messageSeq, eventSeq: seq };
    const self = me(state);
    return changeMessage(withHolder(state, { roomId, seq, data }), named, (message) => withAction(message, data, self));
  },
});

/** The message once the action was given or removed. */
function withAction(message: Message, action: MessageAction, self: Me | null): Message {
  const others = message.actions.filter(({ id }) => id !== action.id);
  const likesTotal = message.likesTotal + (action.kind !== "like" ? 0 : action.isDeleted ? -1 : 1);
  const actions = action.isDeleted ? others : withNamedLikes([...others, action], self);
  return { ...message, actions, likesTotal };
}

/** ACT-2: the actions with those likes alone that the server names: one's own, and the newest of all. */
function withNamedLikes(actions: readonly MessageAction[], self: Me | null): readonly MessageAction[] {
  const likes = actions.filter(({ kind }) => kind === "like").toSorted((a, b) => b.seq - a.seq);
  const dropped = likes.slice(likesNamedMax).filter(({ person }) => !isSamePerson(person, self));
  return dropped.length === 0 ? actions : actions.filter((action) => !dropped.includes(action));
}

/** The room with its holder after the action. */
function withHolder(state: AppState, { roomId, data }: PlacedEvent<MessageAction>): AppState {
  if (data.kind !== "take-over") return state;
  const held = state.rooms.byId[roomId]?.takeOver ?? null;
  if (data.isDeleted && held?.id !== data.id) return state;
  return {
    ...state,
    rooms: updated(state.rooms, roomId, { takeOver: data.isDeleted ? null : data, handedOver: null }),
  };
}
