import type { ChatMessageAction } from "@cuplaj/protocol/events.ts";
import { likesNamedMax } from "@cuplaj/protocol/limits.ts";
import { actionFromWire } from "../api/from-wire.ts";
import { actionShape, fits, headShape } from "../api/shapes.ts";
import type { Me, Message, MessageAction } from "../state/entities.ts";
import { changeMessage } from "../state/history/loaded-message.ts";
import type { ActionsEffects, ActionsEvents, ActionsState, Likers } from "../state/messages/actions-shape.ts";
import { followActs, retryWishes, wishHandlers } from "./actions-state.ts";
import type { Part } from "../state/part.ts";
import { retryLater, withoutFailure } from "../state/retries/retries-state.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { andThen, changed, type Change, payloadKind, type PlacedEvent } from "../state/transition.ts";
import { updated } from "../state/updated-room.ts";

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

const likersFailure = "actions.likers";

export const actionsPart: Part<ActionsState, ActionsEvents, ActionsEffects> = {
  initial: { wishes: {}, notice: null, likers: null },
  kinds: { ChatMessageAction: actionKind },
  handlers: {
    ...wishHandlers,

    // ACT-6: shows the names that a message carries at once, and loads the rest in pages.
    "actions/likers-asked": (state, { message: { roomId, id, seq, actions, likesTotal } }) => {
      const likes = actions.filter(({ kind }) => kind === "like").toSorted((a, b) => b.seq - a.seq);
      const hasMore = likes.length < likesTotal;
      const likers: Likers = { roomId, messageId: id, messageSeq: seq, likes, page: 1, phase: "ready", hasMore };
      return hasMore ? loadLikers(state, likers) : changed({ ...state, likers });
    },

    "actions/more-likers-asked": (state) => {
      const { likers } = state;
      return likers?.hasMore === true && likers.phase !== "loading" ? loadLikers(state, likers) : changed(state);
    },

    "actions/likers-loaded": (state, { messageId, page, actions, hasMore }) => {
      const { likers } = state;
      if (likers?.messageId !== messageId || likers.page !== page) return changed(state);
      const known = new Set(likers.likes.map(({ id }) => id));
      const more = actions.filter(({ id, kind, isDeleted }) => kind === "like" && !isDeleted && !known.has(id));
      const likes = [...likers.likes, ...more].toSorted((a, b) => b.seq - a.seq);
      return changed({
        ...withoutFailure(state, likersFailure),
        likers: { ...likers, likes, page: page + 1, phase: "ready", hasMore },
      });
    },

    "actions/likers-failed": (state, { messageId, error }, context) => {
      const { likers } = state;
      if (likers?.messageId !== messageId) return changed(state);
      return retryLater({ ...state, likers: { ...likers, phase: "failed" } }, likersFailure, error, context);
    },

    "actions/likers-closed": (state) => changed({ ...withoutFailure(state, likersFailure), likers: null }),
  },
  follow: followActs,
  retry: (state, isDue) => {
    const { likers } = state;
    const isLikersDue = likers?.phase === "failed" && isDue(likersFailure);
    return andThen(isLikersDue ? loadLikers(state, likers) : changed(state), (next) => retryWishes(next, isDue));
  },
};

const loadLikers = (state: AppState, likers: Likers): Change =>
  changed({ ...state, likers: { ...likers, phase: "loading" } }, [
    { type: "call-likers", roomId: likers.roomId, messageId: likers.messageId, page: likers.page },
  ]);

function withAction(message: Message, action: MessageAction, self: Me | null): Message {
  const others = message.actions.filter(({ id }) => id !== action.id);
  const likesTotal = message.likesTotal + (action.kind !== "like" ? 0 : action.isDeleted ? -1 : 1);
  const actions = action.isDeleted ? others : withNamedLikes([...others, action], self);
  return { ...message, actions, likesTotal };
}

/** ACT-2: keeps only the likes that the server names: the person's own, and the newest. */
function withNamedLikes(actions: readonly MessageAction[], self: Me | null): readonly MessageAction[] {
  const likes = actions.filter(({ kind }) => kind === "like").toSorted((a, b) => b.seq - a.seq);
  const dropped = likes.slice(likesNamedMax).filter(({ person }) => !isSamePerson(person, self));
  return actions.filter((action) => !dropped.includes(action));
}

function withHolder(state: AppState, { roomId, data }: PlacedEvent<MessageAction>): AppState {
  if (data.kind !== "take-over") return state;
  const held = state.rooms.byId[roomId]?.takeOver ?? null;
  if (data.isDeleted && held?.id !== data.id) return state;
  return {
    ...state,
    rooms: updated(state.rooms, roomId, { takeOver: data.isDeleted ? null : data, handedOver: null }),
  };
}
