import type { Message as WireMessage } from "@cuplaj/protocol/message.ts";
import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import { offerChatType } from "./rooms/chat-type.ts";
import type { CallResult, ApiClient } from "./api/api-client.ts";
import { messageFromWire, offerFromWire, roomFromWire } from "./api/from-wire.ts";
import type { CallError } from "./state/entities.ts";
import type { AroundPage, ChatEvent, MessagePage } from "./state/events.ts";
import type { RoomRunners } from "./state/run-effects.ts";
import { isGone, tokenOf } from "./state/selectors.ts";
import type { ChatStore } from "./state/store.ts";

type CallName = Extract<keyof RoomRunners, `call-${string}`>;

interface CallSetup {
  readonly store: ChatStore;
  readonly api: Pick<ApiClient, "call">;
}

/** Performs the chat's calls: each ends as one event, unless the person has gone meanwhile. */
export function callRunners({ store, api }: CallSetup): Pick<RoomRunners, CallName> {
  const settle: Settle = (result, done, failed = () => null) => void follow(result, done, failed);

  async function follow<Value>(
    result: Promise<CallResult<Value>>,
    done: (value: Value) => ChatEvent | null,
    failed: (error: CallError) => ChatEvent | null,
  ): Promise<void> {
    const token = tokenOf(store.getState());
    const settled = await result;
    if (tokenOf(store.getState()) !== token) return;
    const event = settled.ok ? done(settled.value) : failed(settled.error);
    if (event) store.dispatch(event);
  }

  return { ...roomCalls(api.call, settle), ...messageCalls(api.call, settle) };
}

type Settle = <Value>(
  result: Promise<CallResult<Value>>,
  done: (value: Value) => ChatEvent | null,
  failed?: (error: CallError) => ChatEvent | null,
) => void;

type RoomCalls =
  | "call-rooms-page"
  | "call-unread"
  | "call-view-room"
  | "call-fetch-room"
  | "call-join-room"
  | "call-offer";

function roomCalls(call: ApiClient["call"], settle: Settle): Pick<RoomRunners, RoomCalls> {
  let unreadAsked = 0;
  let unreadAnswered = 0;
  return {
    "call-rooms-page": ({ page }) =>
      settle(
        call("listRooms", { params: { page } }),
        ({ chats, total }) => ({ type: "rooms/page-loaded", rooms: chats.map(roomFromWire), total, page }),
        (error) => ({ type: "rooms/page-failed", error }),
      ),

    "call-unread": () => {
      const number = (unreadAsked += 1);
      settle(
        call("listChannels"),
        ({ channels }) => {
          // Answers may overtake each other; what was asked last was counted last.
          if (number < unreadAnswered) return null;
          unreadAnswered = number;
          const rooms = channels.filter(({ kind }) => kind === "room");
          const unread = Object.fromEntries(rooms.map(({ id, unread_count }) => [id, unread_count]));
          return { type: "rooms/unread-loaded", unread };
        },
        (error) => ({ type: "rooms/unread-failed", error }),
      );
    },

    "call-view-room": ({ chat }) =>
      settle(
        call("viewRoom", { params: { channelId: chat } }),
        ({ chats: [room] }) => (room ? { type: "room/viewed", chat, room: roomFromWire(room) } : null),
        (error) => ({ type: "room/open-failed", chat, error }),
      ),

    "call-fetch-room": ({ roomId }) =>
      settle(
        call("viewRoom", { params: { channelId: String(roomId) } }),
        ({ chats: [room] }) => (room ? { type: "rooms/room-fetched", room: roomFromWire(room) } : null),
        (error) => (isGone(error) ? { type: "rooms/room-gone", roomId } : { type: "rooms/fetch-failed", error }),
      ),

    "call-join-room": ({ chat }) =>
      settle(
        call("joinRoom", { body: { type: offerChatType, channel: chat } }),
        ({ chat: room }) => ({ type: "room/joined", chat, room: roomFromWire(room) }),
        (error) => ({ type: "room/open-failed", chat, error }),
      ),

    "call-offer": ({ offerNumber }) =>
      settle(
        call("viewOffer", { params: { id: offerNumber } }),
        ({ oferta }) => ({ type: "offers/loaded", offer: offerFromWire(oferta) }),
        (error) => ({ type: "offers/failed", offerNumber, error }),
      ),
  };
}

const messageCalls = (call: ApiClient["call"], settle: Settle): Pick<RoomRunners, Exclude<CallName, RoomCalls>> => ({
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

  "call-newer-messages": ({ roomId, afterSeq }) =>
    settle(
      call("listMessages", { params: { roomId: String(roomId), page: 1 }, query: { after_seq: afterSeq } }),
      ({ data }) => ({ type: "messages/newer-loaded", roomId, afterSeq, page: pageOf(data) }),
      (error) => ({ type: "messages/newer-failed", roomId, error }),
    ),

  "call-messages-around": ({ roomId, aroundSeq }) =>
    settle(
      call("listMessages", { params: { roomId: String(roomId), page: 1 }, query: { around_seq: aroundSeq } }),
      ({ data }) => ({ type: "messages/around-loaded", roomId, aroundSeq, page: aroundPageOf(data, aroundSeq) }),
      (error) => ({ type: "messages/around-failed", roomId, aroundSeq, error }),
    ),

  "call-mark-read": ({ roomId, upto }) =>
    settle(
      call("markRead", { params: { roomId: String(roomId) }, body: { upto } }),
      (read) => ({ type: "room/read", roomId, upto, readSeq: read.read_seq }),
      (error) => ({ type: "room/read-failed", roomId, error }),
    ),
});

/** The server gives half a page up to the `seq` and half a page after it: a half that is full may have more behind it. */
function aroundPageOf(page: WirePage, aroundSeq: number): AroundPage {
  const older = page.messages.filter(({ seq }) => seq <= aroundSeq).length;
  const isHalf = (length: number): boolean => length >= messagesPerPage / 2;
  const { isFull: _either, ...paged } = pageOf(page);
  return { ...paged, hasOlder: isHalf(older), hasNewer: isHalf(page.messages.length - older) };
}

interface WirePage {
  readonly messages: readonly WireMessage[];
  readonly seq: number;
}

const pageOf = ({ messages, seq }: WirePage): MessagePage => ({
  seq,
  messages: messages.map(messageFromWire),
  isFull: messages.length >= messagesPerPage,
});
