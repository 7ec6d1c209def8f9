import { createECDH, createHash, randomUUID } from "node:crypto";
import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import { hostOrigin, makeHostToken } from "../host-tokens.ts";
import { adminCases } from "./admin-cases.ts";
import { password, type Person } from "../people.ts";
import {
  asVisitor,
  type CallCase,
  freshMessage,
  inRoom,
  newInvitation,
  newToken,
  newUpload,
  ofFile,
  ofMessage,
} from "./call-case.ts";
import { offerCases } from "./offer-cases.ts";
import { twoFactorCases } from "./two-factor-cases.ts";
import { beginUpload, partOf } from "./call-world.ts";

const push = {
  endpoint: "http://127.0.0.1:9/a",
  keys: { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) },
};

/** Each call of the contract: a new one is driven as soon as it has a line here, and not at all without. */
export const callCases: Readonly<Record<EndpointName, CallCase>> = {
  settings: {},
  login: {
    given: () => ({ body: { username: "mia", password } }),
    also: () => [{ body: { username: "mia", password: "x" }, as: null, status: 422, code: "invalid_credentials" }],
  },
  erpLogin: {
    given: () => ({ body: { username: "radu", password } }),
    also: () => [{ body: { username: "ana", password }, as: null, status: 422, code: "invalid_credentials" }],
  },
  embedLogin: {
    given: () => ({ body: { token: makeHostToken({ sub: "mia" }), origin: hostOrigin } }),
    also: () => [
      { body: { token: makeHostToken({ sub: "nimeni" }) }, as: null, status: 422, code: "embed_token_refused" },
    ],
  },
  logout: {
    given: async (world, person) => {
      const { token } = await newToken(world, person);
      return { headers: { authorization: `Bearer ${token}` } };
    },
    also: async (world, person) => {
      const session = createHash("sha256")
        .update((await newToken(world, person)).token)
        .digest("hex");
      return [
        { as: null, body: { session }, status: 200 },
        { as: null, body: {}, status: 401, code: "unauthenticated" },
      ];
    },
  },
  me: {},
  changeLanguage: {},
  chooseNotifications: {},
  subscribePush: {
    given: () => ({ body: push }),
    also: ({ api }) => {
      const keys = { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) };
      const subscribed = async () => await api.call(api.people.ana, "POST", "/api/v1/subscribePush", push);
      return [
        { body: { ...push, endpoint: "http://10.0.0.1/a" }, status: 422, code: "push_endpoint_refused" },
        { body: { ...push, keys }, as: "mihai", before: subscribed, status: 409, code: "conflict" },
      ];
    },
  },
  unsubscribePush: {},
  changePassword: {
    as: "vlad",
    given: () => ({ body: { current: password, password } }),
    also: () => [{ as: "vlad", body: { current: "x", password: "parola nouă" }, status: 422, code: "invalid" }],
  },
  acceptInvitation: {
    given: async (world) => ({ body: { invitation: await newInvitation(world, "nou"), password } }),
    also: () => [{ as: null, body: { invitation: "x", password }, status: 422, code: "invitation_ended" }],
  },
  viewInvitation: {
    given: async (world) => ({ body: { invitation: await newInvitation(world, "nou") } }),
    also: () => [{ as: null, body: { invitation: "x" }, status: 422, code: "invitation_ended" }],
  },
  listDevices: {},
  signOutDevice: {
    given: async (world, person) => {
      const made = await newToken(world, person);
      const { devices } = (await world.api.call(made, "GET", "/api/v1/me/devices")).body;
      return { params: { deviceId: devices.find((each: { is_current: boolean }) => each.is_current).id } };
    },
  },
  silencePerson: { as: "radu", given: ({ api }) => ({ params: { userId: api.people.mia.id, type: "agent" } }) },
  pinRoom: { given: inRoom, also: (world) => [asVisitor(inRoom(world))] },
  muteRoom: { given: inRoom, also: (world) => [asVisitor(inRoom(world))] },
  markUnread: {
    given: (world) => ({ ...inRoom(world), body: { from: null } }),
    also: (world) => [asVisitor({ ...inRoom(world), body: { from: null } })],
  },
  listRooms: {},
  listChannels: {},
  viewRoom: {},
  listMessages: { given: inRoom },
  joinRoom: { foreign: () => ({ body: { type: 1, channel: 10_005 } }) },
  leaveRoom: {
    as: "vlad",
    given: async (world, person) => {
      await world.api.call(person, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
      return inRoom(world);
    },
    also: (world) => [{ ...inRoom(world), as: "admin", status: 403, code: "forbidden" }],
  },
  publishMessage: {
    given: (world) => ({ ...inRoom(world), body: { message: "Bună ziua", client_id: randomUUID() } }),
    also: (world) => {
      const again = { ...inRoom(world), body: { message: "De două ori", client_id: randomUUID() } };
      return [{ ...again, status: 201 }, { ...again, status: 200 }, asVisitor(inRoom(world))];
    },
  },
  editMessage: {
    given: freshMessage,
    also: async (world) => {
      const { api, room, say } = world;
      const deleted = await say();
      await api.call(api.people.ana, "DELETE", `/api/v1/chat/${room}/message/${deleted}`);
      return [
        { ...ofMessage(world), as: "mia", status: 403, code: "forbidden" },
        { params: { roomId: room, messageId: deleted }, status: 409, code: "conflict" },
      ];
    },
  },
  deleteMessage: {
    given: freshMessage,
    also: (world) => [{ ...ofMessage(world), as: "mia", status: 403, code: "forbidden" }],
  },
  listEdits: { as: "mia", given: ofMessage },
  actOnMessage: {
    given: ofMessage,
    also: async (world) => {
      const { api, room, say } = world;
      const deleted = await say();
      await api.call(api.people.ana, "DELETE", `/api/v1/chat/${room}/message/${deleted}`);
      const takeOver = { params: { ...ofMessage(world).params, actionId: 1 } };
      return [
        { ...takeOver, as: "radu", status: 200 },
        { ...takeOver, as: "mia", status: 409, code: "already_taken_over" },
        { ...takeOver, as: "radu", body: { state: false }, status: 200 },
        { params: { roomId: room, messageId: deleted }, status: 409, code: "conflict" },
      ];
    },
  },
  handOver: {
    as: "radu",
    given: async (world, person) => {
      const { room, message, api } = world;
      await api.call(api.people.admin, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
      const taken = `/api/v1/chat/${room}/action/${message}/1/customer`;
      await api.call(api.people.admin, "POST", taken, { state: true });
      await api.call(api.people.admin, "POST", `/api/v1/chat/${room}/hand-over`, { to: person.id });
      await api.call(api.people.admin, "POST", `/api/v1/leave/${room}`);
      return { ...inRoom(world), body: { to: api.people.mia.id, note: "x" } };
    },
    also: async (world) => {
      const { vlad, mia } = world.api.people;
      const release = `/api/v1/chat/${world.room}/action/${world.message}/1/customer`;
      const free = async () => await world.api.call(mia, "POST", release, { state: false });
      return [
        { ...inRoom(world), body: { to: vlad.id }, as: "mia", status: 409, code: "already_taken_over" },
        { ...inRoom(world), body: { to: mia.id }, status: 200 },
        { ...inRoom(world), body: { to: mia.id }, before: free, status: 409, code: "conflict" },
        asVisitor({ ...inRoom(world), body: { to: mia.id } }),
      ];
    },
  },
  listActions: { given: ofMessage },
  searchChats: {
    given: () => ({ body: { search: "oferta 10001" } }),
    foreign: ({ foreign }) => ({ body: { search: "salut", room_id: foreign["roomId"] } }),
  },
  uploadFile: {
    given: async (world) => ({ ...inRoom(world), ...(await world.photo()) }),
    also: async (world, person) => {
      const sent = { ...inRoom(world), ...(await world.photo()) };
      const upload = await newUpload(world, person);
      const body = { upload, client_id: randomUUID() };
      return [
        { ...sent, status: 201 },
        { ...sent, status: 200 },
        { ...inRoom(world), body, status: 422, code: "invalid" },
        // Of a room that the visitor never was in: whoever has left one gets 404 (MSG-2d).
        asVisitor({ ...sent, params: { roomId: world.foreign["roomId"] ?? 0 } }),
      ];
    },
  },
  createUpload: { given: () => ({ headers: beginUpload }) },
  viewUpload: {
    given: async (world, person) => ({
      params: { uploadId: await newUpload(world, person) },
      headers: { "tus-resumable": "1.0.0" },
    }),
  },
  appendUpload: {
    given: async (world, person) => ({
      params: { uploadId: await newUpload(world, person) },
      headers: partOf(0),
      body: "bytes",
    }),
    also: async (world, person) => {
      const params = { uploadId: await newUpload(world, person) };
      return [{ params, headers: partOf(3), body: "es", status: 409, code: "conflict" }];
    },
  },
  removeUpload: {
    given: async (world, person) => ({
      params: { uploadId: await newUpload(world, person) },
      headers: { "tus-resumable": "1.0.0" },
    }),
  },
  downloadFile: {
    given: ofFile,
    also: async (world) => [
      { ...ofFile(world), headers: { range: "bytes=0-9" }, status: 206 },
      { ...ofFile(world), headers: { "if-none-match": "*" }, status: 304 },
      { ...ofFile(world), headers: { range: "bytes=99999999-" }, status: 416, code: "malformed" },
    ],
  },
  playFile: { given: ofFile },
  listFiles: { given: inRoom },
  markRead: { given: inRoom, also: (world) => [asVisitor(inRoom(world))] },
  sync: { given: ({ room }) => ({ body: { cursors: { [room]: 0 } } }) },
  listMembers: { given: inRoom },
  addMember: {
    as: "radu",
    given: (world) => ({ ...inRoom(world), body: { user_id: world.api.people.vlad.id, type: "agent" } }),
    also: (world) => {
      const { ana, nou, mihai } = world.api.people;
      const bring = ({ id, kind }: Person) => ({ ...inRoom(world), body: { user_id: id, type: kind } });
      return [
        { ...bring(ana), as: "ana", status: 403, code: "forbidden" },
        { ...bring(mihai), as: "radu", status: 403, code: "forbidden" },
        { ...bring(nou), as: "radu", status: 409, code: "conflict" },
      ];
    },
  },
  removeMember: {
    as: "radu",
    given: async (world, person) => {
      const { vlad } = world.api.people;
      const { id, kind } = vlad;
      await world.api.call(vlad, "POST", `/api/v1/leave/${world.room}`);
      await world.api.call(person, "POST", `/api/v1/chat/${world.room}/members`, { user_id: id, type: kind });
      return { params: { ...inRoom(world).params, userId: id } };
    },
    also: (world) => {
      const params = { ...inRoom(world).params, userId: world.api.people.mia.id };
      return [{ params, as: "radu", status: 403, code: "forbidden" }];
    },
  },
  listStaff: { as: "radu", also: () => [{ as: "ana", status: 403, code: "forbidden" }] },
  lookupUsers: {},
  ...offerCases,
  ...adminCases,
  ...twoFactorCases,
  listAudit: {
    as: "admin",
    also: () => [{ as: "radu", status: 403, code: "forbidden" }],
  },
  authorizeChannel: {
    also: () => [{ body: { socket_id: "1.2", channel_name: "presence-oferta.10005" }, status: 403, code: "forbidden" }],
  },
  authorizeChannels: {},
};
