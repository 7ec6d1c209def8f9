import { Type } from "typebox";
import { ofPage, OneRoom, Page, PageOfRoom, RoomRef, unpermitted, visitor, visits } from "./call-shapes.ts";
import { offerRoomType } from "./channels.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { ana, mia, radu } from "./examples.ts";
import { membersPerPage, messagesPerPage, roomsPerPage } from "./limits.ts";
import { Message } from "./message.ts";
import { ListedMember, ParticipantKind } from "./participant.ts";
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
    isExpensive: true,
    summary: "List one's rooms",
    description: `The caller's rooms, ${roomsPerPage} a page: pinned ones first, then by newest activity, or with \`sort=waiting\` who has waited longest first. Each carries only its newest message. With a \`filter\` the answer counts the rooms of every filter.`,
    permissions: ["rooms.view"],
    errors: unpermitted,
    params: Type.Object({ page: Page }),
    query: Type.Object(
      { filter: Type.Optional(RoomFilter), sort: Type.Optional(RoomSort) },
      { examples: [{ filter: "all" }] },
    ),
    answers: {
      200: shape("A page of rooms; empty past the last one.", {
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
    isExpensive: true,
    summary: "List one's channels",
    description:
      "The channels that the caller may subscribe to: their own first, over which the events of all their rooms come, then one for each room. Without `rooms.view` only the own one is named.",
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
    isExpensive: true,
    summary: "Read one room",
    description: `A room by its id, its name or its channel's, with its newest page of messages. ${visits}`,
    permissions: ["rooms.view"],
    params: Type.Object({ channelId: RoomRef }, { examples: [{ channelId: "oferta.10001" }] }),
    answers: {
      200: shape(
        "The room, as the only one of `chats`.",
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
    isExpensive: true,
    summary: "Read a room's history",
    description: `${messagesPerPage} messages a page, oldest first inside a page; page 1 is the newest. \`events\` are the quiet lines between them: joins, leaves, take-overs, changes of the offer. With one of \`after_seq\`, \`before_seq\`, \`around_seq\` the page lies there in the log instead, and \`page\` is not read. ${visits}`,
    permissions: ["rooms.view"],
    params: PageOfRoom,
    /** At most one may be set; it requests the page after, before or around a log position instead of a numbered page. */
    query: Type.Object({
      after_seq: Type.Optional(Seq),
      before_seq: Type.Optional(Seq),
      around_seq: Type.Optional(Seq),
    }),
    answers: {
      200: shape(
        "A page of the history; `seq` is the head of the log when it was read.",
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
    summary: "Join an offer's room",
    description:
      "By the number of the offer or the name of its room; the room is made on first use, with the offer's customer and the staff whom the installation names (`OFFER_STAFF`) as members. Customers join rooms of their own offers. Joining twice is harmless.",
    permissions: ["rooms.view", "rooms.join"],
    errors: { not_found: "There is no such offer, or the caller may not know of it or not join." },
    body: Type.Object(
      {
        type: Type.Literal(offerRoomType),
        channel: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Id]),
      },
      { examples: [{ type: 1, channel: 10_001 }] },
    ),
    answers: { 200: shape("The room, since then the caller's.", { chat: Room }) },
  },
  leaveRoom: {
    method: "POST",
    path: "/api/v1/leave/:roomId",
    limit: "join",
    summary: "Leave a room",
    description:
      "The caller receives nothing of the room from then on, and a take-over of theirs ends. Nothing changes for who has left. Joining again brings the history back.",
    permissions: ["rooms.view"],
    errors: visitor,
    params: OneRoom,
    answers: { 200: shape("The caller is no member.", { left: Type.Literal(true) }) },
  },
  addMember: {
    method: "POST",
    path: "/api/v1/chat/:roomId/members",
    limit: "join",
    summary: "Bring somebody into a room",
    description:
      "One of the staff, or the customer of the room's offer who has left it. They see the room with its history at once. Nothing changes for a member.",
    permissions: ["rooms.view", "rooms.invite"],
    errors: {
      forbidden: "The caller is no member, may bring in nobody, or named the customer of another offer.",
      conflict: "The account is disabled, or may view no rooms.",
    },
    params: OneRoom,
    body: Type.Object({ user_id: Id, type: ParticipantKind }, { examples: [{ user_id: 5, type: "agent" }] }),
    answers: {
      200: shape(
        "The room with its members.",
        { chat: Room },
        { chat: { ...room, members: [ana, radu, mia], members_total: 3 } },
      ),
    },
  },
  removeMember: {
    method: "DELETE",
    path: "/api/v1/chat/:roomId/members/:userId",
    limit: "join",
    summary: "Put somebody out of a room",
    description:
      "Whom the caller brought in, or for a holder of `Admin` anybody but the customer of the room's offer. Nothing changes for somebody who has left.",
    permissions: ["rooms.view", "rooms.invite"],
    errors: { forbidden: "The caller did not bring them in, or they are the offer's customer." },
    params: Type.Object({ roomId: RoomRef, userId: Id }, { examples: [{ roomId: "12", userId: 5 }] }),
    answers: { 200: shape("The room with its members.", { chat: Room }) },
  },
  listMembers: {
    method: "GET",
    path: "/api/v1/chat/:roomId/members/:page",
    limit: "reads",
    isExpensive: true,
    summary: "List a room's members",
    description: `By name, ${membersPerPage} a page. Who has a live connection on the room's channel is online. ${visits}`,
    permissions: ["rooms.view"],
    params: PageOfRoom,
    answers: {
      200: shape(
        "A page of members.",
        { members: Type.Array(ListedMember), ...ofPage },
        {
          members: [
            { ...ana, is_online: false, may_put_out: false },
            { ...mia, is_online: false, may_put_out: true },
            { ...radu, is_online: true, may_put_out: false },
          ],
          total: 3,
          page: 1,
        },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
