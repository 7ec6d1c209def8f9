import { Type } from "typebox";
import { adminEndpoints } from "./admin-endpoints.ts";
import { auditEndpoints } from "./audit-endpoints.ts";
import {
  ChannelAuthorization,
  ChannelName,
  Credentials,
  Ids,
  Page,
  RoomRef,
  SignedIn,
  SocketId,
} from "./call-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { fileEndpoints } from "./file-endpoints.ts";
import { HostToken, HostTokenProblem } from "./host-token.ts";
import { lookupIdsMax } from "./limits.ts";
import { Message } from "./message.ts";
import { memberEndpoints } from "./member-endpoints.ts";
import { messageEndpoints } from "./message-endpoints.ts";
import { offerEndpoints } from "./offer-endpoints.ts";
import { ownEndpoints } from "./own-endpoints.ts";
import { NamedPerson } from "./participant.ts";
import { PublicSettings } from "./public-settings.ts";
import { ChannelEntry, Room, RoomCounts, RoomFilter, RoomSort } from "./room.ts";
import { twoFactorEndpoints } from "./two-factor-endpoints.ts";
import { offerRoomType } from "./channels.ts";
import { Id, Seq } from "./scalars.ts";
import { HistoryEvent, SyncAnswer, SyncRequest } from "./sync.ts";

/** The body of every error (ERR-1); `details` only where the call names them for this code. */
export const ErrorBody = Type.Object({
  message: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  details: Type.Optional(Type.Unknown()),
  request_id: Type.String(),
});

/**
 * Every HTTP call: method, path (Fastify's form), its limit, what goes in and the answer by status. Server routes, the typed
 * client and the OpenAPI page all come from this table.
 */
export const endpoints = {
  settings: {
    method: "GET",
    path: "/api/v1/settings",
    access: "public",
    limit: "unknownCalls",
    answers: { 200: PublicSettings },
  },
  login: {
    method: "POST",
    path: "/api/v1/login",
    access: "public",
    limit: "signIn",
    body: Credentials,
    answers: { 200: SignedIn },
  },
  erpLogin: {
    method: "POST",
    path: "/api/v1/erp/login",
    access: "public",
    limit: "signIn",
    body: Credentials,
    answers: { 200: SignedIn },
  },
  embedLogin: {
    method: "POST",
    path: "/api/v1/embed/login",
    access: "public",
    limit: "signIn",
    body: HostToken,
    answers: { 200: SignedIn },
    details: { embed_token_refused: Type.Object({ problem: HostTokenProblem }) },
  },
  logout: {
    method: "POST",
    path: "/api/v1/logout",
    access: "optional",
    limit: "reads",
    takesTemporaryPassword: true,
    takesPendingSignIn: true,
    // AUTH-4: without a bearer token, the session that it ends and nothing else: the SHA-256 of its token, in hex.
    body: Type.Optional(Type.Object({ session: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })) })),
    answers: { 200: Type.Object({ logged_out: Type.Literal(true) }) },
  },
  ...ownEndpoints,
  ...twoFactorEndpoints,
  listRooms: {
    method: "GET",
    path: "/api/v1/all/:page",
    limit: "reads",
    isExpensive: true,
    params: Type.Object({ page: Page }),
    query: Type.Object({ filter: Type.Optional(RoomFilter), sort: Type.Optional(RoomSort) }),
    answers: {
      200: Type.Object({
        chats: Type.Array(Room),
        total: Type.Integer(),
        page: Type.Integer(),
        /** With a filter. */
        counts: Type.Optional(RoomCounts),
      }),
    },
  },
  listChannels: {
    method: "GET",
    path: "/api/v1/channels",
    limit: "reads",
    isExpensive: true,
    answers: { 200: Type.Object({ channels: Type.Array(ChannelEntry) }) },
  },
  viewRoom: {
    method: "GET",
    path: "/api/v1/chat/:channelId",
    limit: "reads",
    isExpensive: true,
    params: Type.Object({ channelId: RoomRef }),
    answers: {
      200: Type.Object({
        chats: Type.Array(Room),
        data: Type.Object({ channel: Type.String(), id: Id }),
      }),
    },
  },
  listMessages: {
    method: "GET",
    path: "/api/v1/chat/:roomId/:page",
    limit: "reads",
    isExpensive: true,
    params: Type.Object({ roomId: RoomRef, page: Page }),
    /** At most one of the three; a page around, before or after a place in the log instead of a numbered one. */
    query: Type.Object({
      after_seq: Type.Optional(Seq),
      before_seq: Type.Optional(Seq),
      around_seq: Type.Optional(Seq),
    }),
    answers: {
      200: Type.Object({
        data: Type.Object({
          id: Id,
          messages: Type.Array(Message),
          events: Type.Array(HistoryEvent),
          total: Type.Integer(),
          page: Type.Integer(),
          seq: Seq,
        }),
      }),
    },
  },
  joinRoom: {
    method: "POST",
    path: "/api/v1/join",
    limit: "join",
    body: Type.Object({
      type: Type.Literal(offerRoomType),
      channel: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Id]),
    }),
    answers: { 200: Type.Object({ chat: Room }) },
  },
  leaveRoom: {
    method: "POST",
    path: "/api/v1/leave/:roomId",
    limit: "join",
    params: Type.Object({ roomId: RoomRef }),
    answers: { 200: Type.Object({ left: Type.Literal(true) }) },
  },
  ...messageEndpoints,
  ...fileEndpoints,
  markRead: {
    method: "POST",
    path: "/api/v1/read/:roomId",
    limit: "readMarks",
    params: Type.Object({ roomId: RoomRef }),
    body: Type.Optional(Type.Object({ upto: Type.Optional(Seq) })),
    answers: { 200: Type.Object({ room_id: Id, unread_count: Type.Integer(), read_seq: Seq }) },
  },
  sync: {
    method: "POST",
    path: "/api/v1/sync",
    limit: "sync",
    isExpensive: true,
    body: SyncRequest,
    answers: { 200: SyncAnswer },
  },
  ...memberEndpoints,
  lookupUsers: {
    method: "POST",
    path: "/api/v1/users",
    limit: "reads",
    isExpensive: true,
    body: Type.Object({ customers: Ids, users: Ids, agents: Ids }),
    answers: {
      200: Type.Object({
        customers: Type.Array(NamedPerson),
        users: Type.Array(NamedPerson),
        agents: Type.Array(NamedPerson),
      }),
    },
  },
  ...offerEndpoints,
  ...adminEndpoints,
  ...auditEndpoints,
  authorizeChannel: {
    method: "POST",
    path: "/api/broadcasting/auth",
    limit: "authorizeChannel",
    body: Type.Object({ socket_id: SocketId, channel_name: ChannelName }),
    answers: { 200: ChannelAuthorization },
  },
  authorizeChannels: {
    method: "POST",
    path: "/api/broadcasting/auth/batch",
    limit: "authorizeChannel",
    body: Type.Object({
      socket_id: SocketId,
      channel_names: Type.Array(ChannelName, { minItems: 1, maxItems: lookupIdsMax }),
    }),
    /** One entry a channel that was asked for; null where it is not allowed. */
    answers: {
      200: Type.Object({
        channels: Type.Record(Type.String(), Type.Union([ChannelAuthorization, Type.Null()])),
      }),
    },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

export type EndpointName = keyof typeof endpoints;
