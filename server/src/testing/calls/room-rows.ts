import type { Person } from "../people.ts";
import { asVisitor, type CallRows, inRoom, members, readers, signedIn, withRoles } from "./call-row.ts";

const socket = { socket_id: "123.456" };

export const roomRows = {
  pinRoom: {
    access: { body: { pinned: true }, statuses: members(200) },
    given: inRoom,
    also: (world) => [asVisitor(inRoom(world))],
  },
  muteRoom: {
    access: { body: { muted: true }, statuses: members(200) },
    given: inRoom,
    also: (world) => [asVisitor(inRoom(world))],
  },
  markUnread: {
    access: { body: { from: null }, statuses: members(200) },
    given: (world) => ({ ...inRoom(world), body: { from: null } }),
    also: (world) => [asVisitor({ ...inRoom(world), body: { from: null } })],
  },
  listMembers: {
    access: { statuses: readers },
    given: inRoom,
  },
  addMember: {
    access: ({ agentInside }) => ({
      body: { user_id: agentInside.id, type: "agent" },
      statuses: "401 403 404 403 200 404 200 403 404 404 403",
    }),
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
    access: { statuses: members(403) },
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
  listStaff: {
    access: { statuses: "401 403 403 200 200 200 200 200 403 403 200" },
    as: "radu",
    also: () => [{ as: "ana", status: 403, code: "forbidden" }],
  },
  listRooms: { access: { statuses: withRoles(200) } },
  listChannels: { access: { statuses: signedIn(200) } },
  viewRoom: {
    access: [{ statuses: readers }, { params: { channelId: "oferta.10001" }, statuses: readers }],
  },
  listMessages: {
    access: { statuses: readers },
    given: inRoom,
  },
  markRead: {
    access: { body: {}, statuses: members(200) },
    given: inRoom,
    also: (world) => [asVisitor(inRoom(world))],
  },
  sync: {
    access: { body: { cursors: {} }, statuses: withRoles(200) },
    given: ({ room }) => ({ body: { cursors: { [room]: 0 } } }),
  },
  searchChats: {
    access: ({ roomId }) => [
      { body: { search: "frână" }, statuses: withRoles(200) },
      { body: { search: "frână", room_id: roomId }, statuses: "401 200 404 404 200 404 200 404 403 403 404" },
    ],
    given: () => ({ body: { search: "oferta 10001" } }),
    foreign: ({ foreign }) => ({ body: { search: "salut", room_id: foreign["roomId"] } }),
  },
  authorizeChannel: {
    access: ({ owner }) => [
      {
        body: { ...socket, channel_name: "presence-oferta.10001" },
        statuses: "401 200 403 403 200 403 200 403 403 403 403",
      },
      {
        body: { ...socket, channel_name: `private-user.${owner.id}` },
        statuses: "401 200 403 403 403 403 403 403 403 403 403",
      },
    ],
    also: () => [{ body: { socket_id: "1.2", channel_name: "presence-oferta.10005" }, status: 403, code: "forbidden" }],
  },
  authorizeChannels: {
    access: { body: { ...socket, channel_names: ["presence-oferta.10001"] }, statuses: signedIn(200) },
  },
  joinRoom: {
    access: [
      { body: { type: 1, channel: 10_001 }, statuses: "401 200 404 200 200 200 200 200 404 404 200" },
      { body: { type: 1, channel: 99_999 }, statuses: signedIn(404) },
    ],
    foreign: () => ({ body: { type: 1, channel: 10_005 } }),
  },
  leaveRoom: {
    access: { statuses: "401 200 404 200 200 200 200 200 404 404 200" },
    as: "vlad",
    given: async (world, person) => {
      await world.api.call(person, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
      return inRoom(world);
    },
    also: (world) => [{ ...inRoom(world), as: "admin", status: 403, code: "forbidden" }],
  },
} satisfies CallRows;
