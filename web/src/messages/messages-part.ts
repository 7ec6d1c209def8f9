import type { Message as WireMessage } from "@cuplaj/protocol/message.ts";
import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import { messageFromWire } from "../api/from-wire.ts";
import { onAttentionChange, windowAttention } from "../platform/window-attention.ts";
import type { Runners } from "../state/effects.ts";
import type { Outside, Part } from "../part.ts";
import type {
  MessagePage,
  MessagesCommands,
  MessagesEffects,
  MessagesEvents,
  MessagesState,
} from "./messages-shape.ts";
import { historyHandlers } from "./messages-state.ts";
import { readHandlers } from "./read-messages.ts";
import { scrollHandlers } from "./scroll-down.ts";

/** The messages of rooms, and what of them was read. */
export const messagesPart: Part<MessagesState, MessagesEvents, MessagesEffects, MessagesCommands> = {
  initial: {
    attention: { isVisible: true, isFocused: true, isAtEnd: true },
    timelines: {},
    reading: [],
    unconfirmedReads: {},
    scrollDownRoomId: null,
  },
  handlers: { ...historyHandlers, ...readHandlers, ...scrollHandlers },
  run: (outside) => {
    const { dispatch } = outside.store;
    onAttentionChange((attention) => dispatch({ type: "attention/window-changed", ...attention }));
    dispatch({ type: "attention/window-changed", ...windowAttention() });
    return messageCalls(outside);
  },
  commands: (dispatch) => ({
    loadOlderMessages: (roomId) => dispatch({ type: "messages/older-asked", roomId }),
    reloadMessages: (roomId) => dispatch({ type: "messages/reload-asked", roomId }),
    setAtEnd: (roomId, isAtEnd) => dispatch({ type: "attention/end-changed", roomId, isAtEnd }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};

const messageCalls = ({ api: { call }, settle }: Outside): Runners<keyof MessagesEffects> => ({
  "call-newest-messages": ({ roomId }) =>
    settle(
      call("listMessages", { params: { roomId: String(roomId), page: 1 }, query: {} }),
      ({ data }) => ({ type: "messages/newest-loaded", roomId, page: pageOf(data) }),
      (error) => ({ type: "messages/newest-failed", roomId, error }),
    ),

  "call-older-messages": ({ roomId, beforeSeq }) =>
    settle(
      call("listMessages", { params: { roomId: String(roomId), page: 1 }, query: { before_seq: beforeSeq } }),
      ({ data }) => ({ type: "messages/older-loaded", roomId, beforeSeq, page: pageOf(data) }),
      (error) => ({ type: "messages/older-failed", roomId, error }),
    ),

  "call-mark-read": ({ roomId, upto }) =>
    settle(
      call("markRead", { params: { roomId: String(roomId) }, body: { upto } }),
      (read) => ({ type: "room/read", roomId, upto, readSeq: read.read_seq }),
      (error) => ({ type: "room/read-failed", roomId, error }),
    ),
});

const pageOf = ({ messages, seq }: { messages: readonly WireMessage[]; seq: number }): MessagePage => ({
  seq,
  messages: messages.map(messageFromWire),
  isFull: messages.length >= messagesPerPage,
});
