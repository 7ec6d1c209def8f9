import { randomUUID } from "node:crypto";
import { beginUpload, partOf } from "../api-document/call-world.ts";
import { noUpload } from "./ask.ts";
import { asVisitor, type CallRows, inRoom, members, newUpload, ofFile, readers, withRoles } from "./call-row.ts";

const tus = { "tus-resumable": "1.0.0" };

export const fileRows = {
  uploadFile: {
    access: { body: { upload: noUpload, client_id: noUpload }, statuses: members(422) },
    given: async (world) => ({ ...inRoom(world), ...(await world.photo()) }),
    also: async (world, person) => {
      const sent = { ...inRoom(world), ...(await world.photo()) };
      const upload = await newUpload(world, person);
      const body = { upload, client_id: randomUUID() };
      return [
        { ...sent, status: 201 },
        { ...sent, status: 200 },
        { ...inRoom(world), body, status: 422, code: "invalid" },
        // The visitor was never in this room; for a room that they left, the response would be 404 (MSG-2c).
        asVisitor({ ...sent, params: { roomId: world.foreign["roomId"] ?? 0 } }),
      ];
    },
  },
  createUpload: {
    access: { headers: beginUpload, statuses: withRoles(201) },
    given: () => ({ headers: beginUpload }),
  },
  viewUpload: {
    access: { headers: tus, statuses: withRoles(404) },
    given: async (world, person) => ({
      params: { uploadId: await newUpload(world, person) },
      headers: tus,
    }),
  },
  appendUpload: {
    access: { body: "x", headers: partOf(0), statuses: withRoles(404) },
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
    access: { headers: tus, statuses: withRoles(404) },
    given: async (world, person) => ({
      params: { uploadId: await newUpload(world, person) },
      headers: tus,
    }),
  },
  downloadFile: {
    access: [{ statuses: readers }, { query: { preview: "1" }, statuses: readers }],
    given: ofFile,
    also: async (world) => [
      { ...ofFile(world), headers: { range: "bytes=0-9" }, status: 206 },
      { ...ofFile(world), headers: { "if-none-match": "*" }, status: 304 },
      { ...ofFile(world), headers: { range: "bytes=99999999-" }, status: 416, code: "malformed" },
    ],
  },
  playFile: {
    access: { statuses: readers },
    given: ofFile,
  },
  listFiles: {
    access: { statuses: readers },
    given: inRoom,
  },
} satisfies CallRows;
