import { randomUUID } from "node:crypto";
import { asVisitor, type CallRows, freshMessage, inRoom, members, ofMessage, readers } from "./call-row.ts";

export const messageRows = {
  publishMessage: {
    access: { body: { message: "salut" }, statuses: members(201) },
    given: (world) => ({ ...inRoom(world), body: { message: "Bună ziua", client_id: randomUUID() } }),
    also: (world) => {
      const again = { ...inRoom(world), body: { message: "De două ori", client_id: randomUUID() } };
      return [{ ...again, status: 201 }, { ...again, status: 200 }, asVisitor(inRoom(world))];
    },
  },
  editMessage: {
    access: { body: { message: "salut!" }, statuses: "401 200 404 403 403 404 403 403 404 404 403" },
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
  listEdits: {
    access: { statuses: "401 403 404 403 403 404 403 200 404 404 403" },
    as: "mia",
    given: ofMessage,
  },
  actOnMessage: {
    access: [
      { statuses: members(200) },
      { params: { actionId: 1 }, statuses: "401 403 404 403 200 404 409 403 404 404 403" },
    ],
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
    access: ({ owner }) => ({ body: { to: owner.id }, statuses: "401 403 404 403 422 404 409 403 404 404 403" }),
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
  listActions: {
    access: { statuses: readers },
    given: ofMessage,
  },
  deleteMessage: {
    access: { statuses: "401 200 404 403 403 404 403 403 404 404 403" },
    given: freshMessage,
    also: (world) => [{ ...ofMessage(world), as: "mia", status: 403, code: "forbidden" }],
  },
} satisfies CallRows;
