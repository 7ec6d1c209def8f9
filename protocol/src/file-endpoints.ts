import { Type } from "typebox";
import { Page, RoomRef } from "./call-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { uploadBytesMax } from "./limits.ts";
import { Message } from "./message.ts";
import { ClientId, Id } from "./scalars.ts";

const UploadId = Type.String({ pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" });
/** The kind of the message's author: 0 customer, 1 ERP user, 2 agent. */
const FileKind = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]);
const FileRef = Type.Object({ roomId: RoomRef, messageId: Id, kind: FileKind });

/** What the fields of a multipart body and the boundaries between them may take beside the file, in bytes. */
export const multipartBytesMax = 64 * 1024;
/** Headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload): whoever speaks it reads and answers them. */
const tusHeaders = Type.Object({
  "content-length": Type.Optional(Type.String()),
  "content-type": Type.Optional(Type.String()),
  "tus-resumable": Type.Optional(Type.String()),
  "upload-length": Type.Optional(Type.String()),
  "upload-metadata": Type.Optional(Type.String({ maxLength: 4096 })),
  "upload-offset": Type.Optional(Type.String()),
});

/** The calls of files: sent whole or in parts, read, played, listed (MSG-3, MSG-4). */
export const fileEndpoints = {
  /** Multipart: `attachment` (one file), `message`, `client_id`, `reply_to`; or JSON that names a finished upload: `UploadedMessage`. */
  uploadFile: {
    method: "POST",
    path: "/api/v1/publish/:roomId/upload",
    limit: "uploads",
    isExpensive: true,
    timeLimitMs: 600_000,
    params: Type.Object({ roomId: RoomRef }),
    headers: Type.Object({ "content-type": Type.String(), "content-length": Type.Optional(Type.Integer()) }),
    upload: {
      types: ["multipart/form-data", "application/json"],
      bytesMax: uploadBytesMax + multipartBytesMax,
      stillMsMax: 60_000,
    },
    answers: { 200: Type.Object({ message: Message }), 201: Type.Object({ message: Message }) },
  },
  createUpload: {
    method: "POST",
    path: "/api/v1/uploads",
    limit: "uploadParts",
    headers: tusHeaders,
    answers: { 201: Type.Null() },
  },
  viewUpload: {
    method: "HEAD",
    path: "/api/v1/uploads/:uploadId",
    limit: "uploadParts",
    params: Type.Object({ uploadId: UploadId }),
    headers: tusHeaders,
    answers: { 200: Type.Null() },
  },
  appendUpload: {
    method: "PATCH",
    path: "/api/v1/uploads/:uploadId",
    limit: "uploadParts",
    isExpensive: true,
    timeLimitMs: 600_000,
    params: Type.Object({ uploadId: UploadId }),
    headers: tusHeaders,
    upload: { types: ["application/offset+octet-stream"], bytesMax: uploadBytesMax, stillMsMax: 60_000 },
    answers: { 204: Type.Null() },
  },
  removeUpload: {
    method: "DELETE",
    path: "/api/v1/uploads/:uploadId",
    limit: "uploadParts",
    params: Type.Object({ uploadId: UploadId }),
    headers: tusHeaders,
    answers: { 204: Type.Null() },
  },
  downloadFile: {
    method: "GET",
    path: "/api/v1/chat/:roomId/download/:messageId/:kind",
    access: "ticket",
    limit: "reads",
    isExpensive: true,
    smallBy: "preview",
    params: FileRef,
    query: Type.Object({ preview: Type.Optional(Type.Literal("1")) }, { additionalProperties: false }),
    answers: "file",
  },
  /** Sets a cookie by which an element that cannot send a header reads this one file for a while, in seconds. */
  playFile: {
    method: "POST",
    path: "/api/v1/chat/:roomId/download/:messageId/:kind",
    limit: "reads",
    params: FileRef,
    answers: { 200: Type.Object({ expires_in: Type.Integer() }) },
  },
  /** The messages of a room that have a file, newest first. */
  listFiles: {
    method: "GET",
    path: "/api/v1/chat/:roomId/files/:page",
    limit: "reads",
    isExpensive: true,
    params: Type.Object({ roomId: RoomRef, page: Page }),
    answers: { 200: Type.Object({ messages: Type.Array(Message), total: Type.Integer(), page: Type.Integer() }) },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

/** The JSON body of `uploadFile`: a finished upload becomes the file of a message. */
export const UploadedMessage = Type.Object({
  upload: UploadId,
  message: Type.Optional(Type.String()),
  client_id: ClientId,
  reply_to: Type.Optional(Id),
});
