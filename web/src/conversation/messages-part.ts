import type { CallInput } from "@cuplaj/protocol/calls.ts";
import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import { pageOf, type WirePage } from "../api/line-from-wire.ts";
import { onAttentionChange, windowAttention } from "../platform/page/window-attention.ts";
import type { Outside, Part } from "../state/part.ts";
import type { AroundPage, MessagesEffects, MessagesEvents, MessagesState } from "../state/messages/messages-shape.ts";
import { linkHandlers } from "../state/messages/linked-message.ts";
import { historyHandlers, retryHistory } from "../state/messages/messages-state.ts";
import { readHandlers, retryReads } from "../state/messages/read-messages.ts";
import { scrollHandlers } from "../state/messages/receive-message.ts";
import type { RoomId } from "../state/entities.ts";
import type { Runners } from "../state/shape.ts";
import { andThen } from "../state/transition.ts";

export const messagesPart: Part<MessagesState, MessagesEvents, MessagesEffects> = {
  initial: {
    attention: { isVisible: true, isFocused: true, isAtEnd: true },
    timelines: {},
    reading: [],
    unconfirmedReads: {},
    linkedMessage: null,
    scrollDownRoomId: null,
  },
  handlers: { ...historyHandlers, ...readHandlers, ...scrollHandlers, ...linkHandlers },
  retry: (state, isDue) => andThen(retryHistory(state, isDue), (next) => retryReads(next, isDue)),
  run: (outside) => {
    const { dispatch } = outside.store;
    onAttentionChange((attention) => dispatch({ type: "messages/attention-changed", ...attention }));
    dispatch({ type: "messages/attention-changed", ...windowAttention() });
    return messageCalls(outside);
  },
};

function messageCalls({ api: { call }, settle }: Outside): Runners<keyof MessagesEffects> {
  const page = (roomId: RoomId, query: CallInput<"listMessages">["query"] = {}) =>
    call("listMessages", { params: { roomId: String(roomId), page: 1 }, query });
  return {
    "call-newest-messages": ({ roomId }) =>
      settle(
        page(roomId),
        ({ data }) => ({ type: "messages/newest-loaded", roomId, page: pageOf(data) }),
        (error) => ({ type: "messages/newest-failed", roomId, error }),
      ),
    "call-older-messages": ({ roomId, beforeSeq }) =>
      settle(
        page(roomId, { before_seq: beforeSeq }),
        ({ data }) => ({ type: "messages/older-loaded", roomId, beforeSeq, page: pageOf(data) }),
        (error) => ({ type: "messages/older-failed", roomId, error }),
      ),
    "call-newer-messages": ({ roomId, afterSeq }) =>
      settle(
        page(roomId, { after_seq: afterSeq }),
        ({ data }) => ({ type: "messages/newer-loaded", roomId, afterSeq, page: pageOf(data) }),
        (error) => ({ type: "messages/newer-failed", roomId, error }),
      ),
    "call-messages-around": ({ roomId, aroundSeq }) =>
      settle(
        page(roomId, { around_seq: aroundSeq }),
        ({ data }) => ({ type: "messages/around-loaded", roomId, aroundSeq, page: aroundPageOf(data, aroundSeq) }),
        (error) => ({ type: "messages/around-failed", roomId, aroundSeq, error }),
      ),
    "call-mark-read": ({ roomId, upto }) =>
      settle(
        call("markRead", { params: { roomId: String(roomId) }, body: { upto } }),
        (read) => ({ type: "messages/read", roomId, upto, readSeq: read.read_seq }),
        (error) => ({ type: "messages/read-failed", roomId, error }),
      ),
  };
}

/** The server returns half a page up to the `seq` and half a page after it. If a half is full, there may be more messages beyond it. */
function aroundPageOf(page: WirePage, aroundSeq: number): AroundPage {
  const older = page.messages.filter(({ seq }) => seq <= aroundSeq).length;
  const isHalf = (length: number): boolean => length >= messagesPerPage / 2;
  const { isFull: _either, ...paged } = pageOf(page);
  return { ...paged, hasOlder: isHalf(older), hasNewer: isHalf(page.messages.length - older) };
}
