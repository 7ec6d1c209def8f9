import { messagesPerPage, membersPerPage, roomsPerPage } from "../limits.ts";
import { ana, mia, message, radu, room, roomRef } from "./examples.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";

const visits = "Holders of `rooms.view-any` may do so without being a member.";

export const roomDocs = {
  listRooms: {
    tag: "rooms",
    summary: "List one's rooms",
    description: `The caller's rooms, ${roomsPerPage} a page: pinned ones first, then by newest activity, or with \`sort=waiting\` who has waited longest first. Each carries only its newest message. With a \`filter\` the answer counts the rooms of every filter.`,
    permissions: ["rooms.view"],
    errors: unpermitted,
    request: { params: { page: 1 }, query: { filter: "all" } },
    answers: {
      200: {
        says: "A page of rooms; empty past the last one.",
        example: { chats: [room], total: 1, page: 1, counts: { all: 1, unread: 0, mine: 0, unclaimed: 1 } },
      },
    },
  },
  listChannels: {
    tag: "rooms",
    summary: "List one's channels",
    description:
      "The channels that the caller may subscribe to: their own first, over which the events of all their rooms come, then one for each room. Without `rooms.view` only the own one is named.",
    permissions: [],
    request: {},
    answers: {
      200: {
        says: "The channels.",
        example: {
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
      },
    },
  },
  viewRoom: {
    tag: "rooms",
    summary: "Read one room",
    description: `A room by its id, its name or its channel's, with its newest page of messages. ${visits}`,
    permissions: ["rooms.view"],
    request: { params: { channelId: "oferta.10001" } },
    answers: {
      200: {
        says: "The room, as the only one of `chats`.",
        example: { chats: [{ ...room, page: 1 }], data: { channel: "presence-oferta.10001", id: 12 } },
      },
    },
  },
  listMessages: {
    tag: "rooms",
    summary: "Read a room's history",
    description: `${messagesPerPage} messages a page, oldest first inside a page; page 1 is the newest. \`events\` are the quiet lines between them: joins, leaves, take-overs, changes of the offer. With one of \`after_seq\`, \`before_seq\`, \`around_seq\` the page lies there in the log instead, and \`page\` is not read. ${visits}`,
    permissions: ["rooms.view"],
    request: { params: { roomId: roomRef, page: 1 } },
    answers: {
      200: {
        says: "A page of the history; `seq` is the head of the log when it was read.",
        example: {
          data: {
            id: 12,
            messages: [message],
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
      },
    },
  },
  joinRoom: {
    tag: "rooms",
    summary: "Join an offer's room",
    description:
      "By the number of the offer or the name of its room; the room is made on first use, with the offer's customer and the staff whom the installation names (`OFFER_STAFF`) as members. Customers join rooms of their own offers. Joining twice is harmless.",
    permissions: ["rooms.view", "rooms.join"],
    errors: { not_found: "There is no such offer, or the caller may not know of it or not join." },
    request: { body: { type: 1, channel: 10_001 } },
    answers: { 200: { says: "The room, since then the caller's.", example: { chat: room } } },
  },
  leaveRoom: {
    tag: "rooms",
    summary: "Leave a room",
    description:
      "The caller receives nothing of the room from then on, and a take-over of theirs ends. Nothing changes for who has left. Joining again brings the history back.",
    permissions: ["rooms.view"],
    errors: { forbidden: "The caller looks into the room without being a member." },
    request: { params: { roomId: roomRef } },
    answers: { 200: { says: "The caller is no member.", example: { left: true } } },
  },
  addMember: {
    tag: "rooms",
    summary: "Bring somebody into a room",
    description:
      "One of the staff, or the customer of the room's offer who has left it. They see the room with its history at once. Nothing changes for a member.",
    permissions: ["rooms.view", "rooms.invite"],
    errors: {
      forbidden: "The caller is no member, may bring in nobody, or named the customer of another offer.",
      conflict: "The account is disabled, or may view no rooms.",
    },
    request: { params: { roomId: roomRef }, body: { user_id: 5, type: "agent" } },
    answers: {
      200: {
        says: "The room with its members.",
        example: { chat: { ...room, members: [ana, radu, mia], members_total: 3 } },
      },
    },
  },
  removeMember: {
    tag: "rooms",
    summary: "Put somebody out of a room",
    description:
      "Whom the caller brought in, or for a holder of `Admin` anybody but the customer of the room's offer. Nothing changes for somebody who has left.",
    permissions: ["rooms.view", "rooms.invite"],
    errors: { forbidden: "The caller did not bring them in, or they are the offer's customer." },
    request: { params: { roomId: roomRef, userId: 5 } },
    answers: { 200: { says: "The room with its members.", example: { chat: room } } },
  },
  listMembers: {
    tag: "rooms",
    summary: "List a room's members",
    description: `By name, ${membersPerPage} a page. Who has a live connection on the room's channel is online. ${visits}`,
    permissions: ["rooms.view"],
    request: { params: { roomId: roomRef, page: 1 } },
    answers: {
      200: {
        says: "A page of members.",
        example: {
          members: [
            { ...ana, is_online: false },
            { ...mia, is_online: false },
            { ...radu, is_online: true },
          ],
          total: 3,
          page: 1,
        },
      },
    },
  },
} satisfies Partial<CallDocs>;
