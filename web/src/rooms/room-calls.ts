import { offerRoomType, parseRoomName, requestRoomType } from "@cuplaj/protocol/channels.ts";
import { roomFromWire } from "../api/from-wire.ts";
import type { Outside } from "../state/part.ts";
import { isGone } from "../state/selectors.ts";
import type { Runners } from "../state/shape.ts";

type Calling = Pick<Outside, "api" | "settle">;

export const roomCalls = (outside: Calling) => ({ ...listCalls(outside), ...singleCalls(outside) });

function listCalls({ api: { call }, settle }: Calling): Runners<"call-rooms-page" | "call-view-page" | "call-unread"> {
  let unreadAsked = 0;
  let unreadAnswered = 0;
  return {
    "call-rooms-page": ({ page }) =>
      settle(
        // LIST-6: the server returns counts only for a filter.
        call("listRooms", { params: { page }, query: { filter: "all" } }),
        ({ chats, total, counts }) => ({
          type: "rooms/page-loaded",
          rooms: chats.map(roomFromWire),
          total,
          page,
          ...(counts && { counts }),
        }),
        (error) => ({ type: "rooms/page-failed", error }),
      ),

    "call-view-page": ({ view, page }) =>
      settle(
        call("listRooms", { params: { page }, query: view }),
        ({ chats, counts }) => ({
          type: "rooms/view-loaded",
          view,
          page,
          rooms: chats.map(roomFromWire),
          ...(counts && { counts }),
        }),
        (error) => ({ type: "rooms/view-failed", view, error }),
      ),

    "call-unread": () => {
      const number = (unreadAsked += 1);
      settle(
        call("listChannels"),
        ({ channels }) => {
          // A response may overtake another. The latest request has the latest counts.
          if (number < unreadAnswered) return null;
          unreadAnswered = number;
          const rooms = channels.filter(({ kind }) => kind === "room");
          const unread = Object.fromEntries(rooms.map(({ id, unread_count }) => [id, unread_count]));
          return { type: "rooms/unread-loaded", unread };
        },
        (error) => ({ type: "rooms/unread-failed", error }),
      );
    },
  };
}

type SingleCall = "call-view-room" | "call-fetch-room" | "call-join-room" | "call-leave-room";

function singleCalls({ api: { call }, settle }: Calling): Runners<SingleCall> {
  return {
    "call-view-room": ({ roomRef }) =>
      settle(
        call("viewRoom", { params: { channelId: roomRef } }),
        ({ chats: [room] }) => (room ? { type: "room/viewed", roomRef, room: roomFromWire(room) } : null),
        (error) => ({ type: "room/open-failed", roomRef, error }),
      ),

    "call-fetch-room": ({ roomId }) =>
      settle(
        call("viewRoom", { params: { channelId: String(roomId) } }),
        ({ chats: [room] }) => (room ? { type: "rooms/room-fetched", room: roomFromWire(room) } : null),
        (error) =>
          isGone(error) ? { type: "rooms/room-gone", roomId } : { type: "rooms/fetch-failed", roomId, error },
      ),

    "call-join-room": ({ roomRef }) =>
      settle(
        call("joinRoom", {
          body: { type: parseRoomName(roomRef)?.of === "request" ? requestRoomType : offerRoomType, channel: roomRef },
        }),
        ({ chat: room }) => ({ type: "room/joined", roomRef, room: roomFromWire(room) }),
        (error) => ({ type: "room/join-failed", roomRef, error }),
      ),

    "call-leave-room": ({ roomId }) =>
      settle(
        call("leaveRoom", { params: { roomId: String(roomId) } }),
        () => ({ type: "room/left", roomId }),
        (error) => ({ type: "room/leave-failed", roomId, error }),
      ),
  };
}
