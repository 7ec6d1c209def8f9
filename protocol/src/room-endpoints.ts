import { Type } from "typebox";
import { ofPage, OneRoom, Page, PageOfRoom, RoomRef, unpermitted, visitor, visits } from "./call-shapes.ts";
import { offerRoomType, requestRoomType } from "./channels.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { radu } from "./examples.ts";
import { messagesPerPage, roomsPerPage } from "./limits.ts";
import { Message } from "./message.ts";
import { ChannelEntry, Room, RoomCounts, RoomFilter, RoomSort } from "./room.ts";
import { Id, Seq } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";
import { HistoryEvent } from "./sync.ts";

const room = exampleOf(Room);

export const roomEndpoints = {
  listRooms: {
    method: "GET",
    path: "/api/v1/all/:page",
    limit: "reads",
    takesOneRoom: "own",
    isExpensive: true,
    summary: "List the caller's rooms",
    description: `${roomsPerPage} per page: pinned rooms first, then by newest activity or, with \`sort=waiting\`, by longest wait. Each room includes only its newest message. With a \`filter\`, the response counts the rooms that match each filter.`,
    permissions: ["rooms.view"],
    errors: unpermitted,
    params: Type.Object({ page: Page }),
    query: Type.Object(
      { filter: Type.Optional(RoomFilter), sort: Type.Optional(RoomSort) },
      { examples: [{ filter: "all" }] },
    ),
    answers: {
      200: shape("A page of rooms; empty after the last page.", {
        chats: Type.Array(Room),
        ...ofPage,
        counts: Type.Optional(RoomCounts),
      }),
    },
  },
  listChannels: {
    method: "GET",
    path: "/api/v1/channels",
    limit: "reads",
    takesOneRoom: "own",
    isExpensive: true,
    summary: "List the caller's channels",
    description:
      "The channels that the caller may subscribe to: first their own, which carries the events of all their rooms, then one for each room. Without `rooms.view`, only their own is listed.",
    answers: {
      200: shape(
        "The channels.",
        { channels: Type.Array(ChannelEntry) },
        {
          channels: [
            {
              id: 7,
              name: "user.7",
              channel: "private-user.7",
              private: 1,
              presence: 0,
              kind: "user",
              unread_count: 0,
              last_seq: 0,
            },
            {
              id: 12,
              name: "oferta.10001",
              channel: "presence-oferta.10001",
              private: 0,
              presence: 1,
              kind: "room",
              unread_count: 0,
              last_seq: 57,
            },
          ],
        },
      ),
    },
  },
  viewRoom: {
    method: "GET",
    path: "/api/v1/chat/:channelId",
    limit: "reads",
    takesOneRoom: "room",
    isExpensive: true,
    summary: "Get a room",
    description: `Returns a room by its id, name or channel name, with the newest page of its messages. ${visits}`,
    permissions: ["rooms.view"],
    params: Type.Object({ channelId: RoomRef }, { examples: [{ channelId: "oferta.10001" }] }),
    answers: {
      200: shape(
        "The room, as the only entry of `chats`.",
        {
          chats: Type.Array(Room),
          data: Type.Object({ channel: Type.String(), id: Id }),
        },
        { chats: [{ ...room, page: 1 }], data: { channel: "presence-oferta.10001", id: 12 } },
      ),
    },
  },
  listMessages: {
    method: "GET",
    path: "/api/v1/chat/:roomId/:page",
    limit: "reads",
    takesOneRoom: "room",
    isExpensive: true,
    summary: "Read a room's history",
    description: `${messagesPerPage} messages per page, oldest first within a page; page 1 is the newest. \`events\` are the quiet lines between them: joins, leaves, take-overs and changes of the offer. \`after_seq\`, \`before_seq\` or \`around_seq\` selects a page by position in the log instead, and \`page\` is ignored. ${visits}`,
    permissions: ["rooms.view"],
    params: PageOfRoom,
    /** At most one of these may be set. It requests the page after, before or around a log position instead of a numbered page. */
    query: Type.Object({
      after_seq: Type.Optional(Seq),
      before_seq: Type.Optional(Seq),
      around_seq: Type.Optional(Seq),
    }),
    answers: {
      200: shape(
        "A page of the history; `seq` is the head of the log at that moment.",
        {
          data: Type.Object({
            id: Id,
            messages: Type.Array(Message),
            events: Type.Array(HistoryEvent),
            ...ofPage,
            seq: Seq,
          }),
        },
        {
          data: {
            id: 12,
            messages: [exampleOf(Message)],
            events: [
              {
                seq: 56,
                event: "RoomUpdated",
                data: {
                  room: {
                    id: 12,
                    name: "oferta.10001",
                    channel: "presence-oferta.10001",
                    last_seq: 56,
                    epoch: room.epoch,
                  },
                  joined: radu,
                  members_total: 2,
                },
              },
            ],
            total: 41,
            page: 1,
            seq: 57,
          },
        },
      ),
    },
  },
  joinRoom: {
    method: "POST",
    path: "/api/v1/join",
    limit: "join",
    summary: "Join a room",
    description:
      "Takes an offer's number, or a room's name. A missing room of an offer is created, with the offer's customer and the staff of `OFFER_STAFF` as members. Customers can join only rooms of their own offers and requests. Joining twice is harmless.",
    permissions: ["rooms.view", "rooms.join"],
    errors: { not_found: "There is no such offer or request, or the caller may not see or join it." },
    body: Type.Object(
      {
        type: Type.Union([Type.Literal(offerRoomType), Type.Literal(requestRoomType)]),
        channel: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Id]),
      },
      { examples: [{ type: 1, channel: 10_001 }] },
    ),
    answers: { 200: shape("The joined room.", { chat: Room }) },
  },
  leaveRoom: {
    method: "POST",
    path: "/api/v1/leave/:roomId",
    limit: "join",
    summary: "Leave a room",
    description:
      "The caller receives no more events of the room, and their take-over ends. Leaving twice is harmless. Joining again restores the history.",
    permissions: ["rooms.view"],
    errors: visitor,
    params: OneRoom,
    answers: { 200: shape("The caller is no longer a member.", { left: Type.Literal(true) }) },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
