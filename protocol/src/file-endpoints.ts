import { Type } from "typebox";
import { ofPage, OneRoom, PageOfRoom, RoomRef, unpermitted, visits } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { uploadId } from "./examples.ts";
import { MessageFile } from "./file.ts";
import { filesPerPage, previewSideMax, uploadBytesMax, uploadsUnfinishedMax } from "./limits.ts";
import { Message } from "./message.ts";
import { ClientId, Id } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

const OneUpload = Type.Object({
  uploadId: Type.String({
    pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
    examples: [uploadId],
  }),
});
const FileKind = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]);
const FileRef = Type.Object(
  { roomId: RoomRef, messageId: Id, kind: FileKind },
  { examples: [{ roomId: "12", messageId: 346, kind: 0 }] },
);

/** Allowance for the other fields and the boundaries of a multipart body with a file, bytes. */
export const multipartBytesMax = 64 * 1024;
/** Request headers of tus 1.0.0 (https://tus.io/protocols/resumable-upload). */
const tusHeaders = Type.Object({
  "content-length": Type.Optional(Type.String()),
  "content-type": Type.Optional(Type.String()),
  "tus-resumable": Type.Optional(Type.String()),
  "upload-length": Type.Optional(Type.String()),
  "upload-metadata": Type.Optional(Type.String({ maxLength: 4096 })),
  "upload-offset": Type.Optional(Type.String()),
});
const tus =
  "The protocol is tus 1.0.0 (https://tus.io/protocols/resumable-upload), so clients such as `tus-js-client` work unmodified; send `Tus-Resumable: 1.0.0`.";
const full = {
  storage_full: "The installation has no space left for files.",
  quota_full: "The caller's storage quota is used up.",
};
const uploading = ["messages.publish", "messages.attach"] as const;
const message = {
  ...exampleOf(Message),
  ...{ id: 346, seq: 58, updated_seq: 58, message: "", messages_file: exampleOf(MessageFile) },
};

export const fileEndpoints = {
  uploadFile: {
    method: "POST",
    path: "/api/v1/publish/:roomId/upload",
    limit: "uploads",
    takesOneRoom: "room",
    isExpensive: true,
    timeLimitMs: 600_000,
    summary: "Publish a file",
    description:
      "Takes a form (`multipart/form-data`) with one `attachment` and optionally `message`, `client_id` and `reply_to`, or JSON that names a finished upload. The message appears with the whole file or not at all; `client_id` makes retries safe. Place, time and device are removed from photos and videos.",
    permissions: ["rooms.view", ...uploading],
    errors: {
      ...full,
      forbidden: "The caller views the room without being a member, or may not publish or attach.",
      infected: "The installation's virus scanner rejected the file.",
    },
    params: OneRoom,
    headers: Type.Object({ "content-type": Type.String(), "content-length": Type.Optional(Type.Integer()) }),
    upload: {
      types: ["multipart/form-data", "application/json"],
      bytesMax: uploadBytesMax + multipartBytesMax,
      stillMsMax: 60_000,
    },
    answers: {
      200: shape(
        "The message published earlier with this `client_id`, in its current state.",
        { message: Message },
        { message },
      ),
      201: shape("The published message.", { message: Message }, { message }),
    },
  },
  createUpload: {
    method: "POST",
    path: "/api/v1/uploads",
    limit: "uploadParts",
    takesOneRoom: "own",
    summary: "Start an upload in parts",
    description: `For large files and unreliable connections. \`Upload-Length\` is the size in bytes, and \`Upload-Metadata\` may name the file (\`filename\`, in base64). Send the parts to the \`Location\` of the response. Each person has at most ${uploadsUnfinishedMax} unfinished uploads; they are removed after a day. ${tus}`,
    permissions: uploading,
    errors: { ...full, ...unpermitted },
    headers: tusHeaders,
    answers: { 201: Type.Null({ description: "The upload is ready for its bytes; `Location` is its address." }) },
  },
  viewUpload: {
    method: "HEAD",
    path: "/api/v1/uploads/:uploadId",
    limit: "uploadParts",
    takesOneRoom: "own",
    summary: "Get the progress of an upload",
    description: `\`Upload-Offset\` of the response is the number of bytes stored; continue from there. ${tus}`,
    permissions: uploading,
    errors: unpermitted,
    params: OneUpload,
    headers: tusHeaders,
    answers: { 200: Type.Null({ description: "`Upload-Offset` and `Upload-Length` in the headers." }) },
  },
  appendUpload: {
    method: "PATCH",
    path: "/api/v1/uploads/:uploadId",
    limit: "uploadParts",
    takesOneRoom: "own",
    isExpensive: true,
    timeLimitMs: 600_000,
    summary: "Send a part of an upload",
    description: `Takes the bytes from \`Upload-Offset\` on, as \`application/offset+octet-stream\`. Bytes that arrived are stored even if the connection breaks. ${tus}`,
    permissions: uploading,
    errors: {
      ...full,
      ...unpermitted,
      conflict: "`Upload-Offset` differs from the stored offset; `viewUpload` returns that.",
    },
    params: OneUpload,
    headers: tusHeaders,
    upload: { types: ["application/offset+octet-stream"], bytesMax: uploadBytesMax, stillMsMax: 60_000 },
    answers: { 204: Type.Null({ description: "The new `Upload-Offset` is in the headers." }) },
  },
  removeUpload: {
    method: "DELETE",
    path: "/api/v1/uploads/:uploadId",
    limit: "uploadParts",
    takesOneRoom: "own",
    summary: "Cancel an upload",
    description: `Removes the bytes stored so far. ${tus}`,
    permissions: uploading,
    errors: unpermitted,
    params: OneUpload,
    headers: tusHeaders,
    answers: { 204: Type.Null({ description: "The upload is removed." }) },
  },
  downloadFile: {
    method: "GET",
    path: "/api/v1/chat/:roomId/download/:messageId/:kind",
    access: "ticket",
    limit: "reads",
    takesOneRoom: "room",
    isExpensive: true,
    smallBy: "preview",
    summary: "Download a file",
    description: `Returns a message's file, whole or in parts (\`Range\`). \`kind\` is that of the message's author: 0 customer, 1 ERP user, 2 agent; any other returns 404. Programs with \`offers.edit\` may download what customers sent in the rooms of their requests. \`preview=1\` returns a picture as WebP of at most ${previewSideMax} px. ${visits}`,
    permissions: ["rooms.view"],
    errors: {
      malformed: "The path cannot be parsed (400), or the requested range is beyond the end of the file (416).",
    },
    params: FileRef,
    query: Type.Object({ preview: Type.Optional(Type.Literal("1")) }, { additionalProperties: false }),
    answers: "file",
  },
  playFile: {
    method: "POST",
    path: "/api/v1/chat/:roomId/download/:messageId/:kind",
    limit: "reads",
    takesOneRoom: "room",
    summary: "Let a media element play a file",
    description:
      "Sets a cookie with which an element that cannot send headers, such as `<video>`, can read this one file for a few minutes. No secret appears in the address.",
    permissions: ["rooms.view"],
    params: FileRef,
    answers: {
      200: shape("The lifetime of the cookie, in seconds.", { expires_in: Type.Integer() }, { expires_in: 300 }),
    },
  },
  listFiles: {
    method: "GET",
    path: "/api/v1/chat/:roomId/files/:page",
    limit: "reads",
    takesOneRoom: "room",
    isExpensive: true,
    summary: "List a room's files",
    description: `The messages with a file, newest first, ${filesPerPage} per page. ${visits}`,
    permissions: ["rooms.view"],
    params: PageOfRoom,
    answers: {
      200: shape(
        "A page of messages.",
        { messages: Type.Array(Message), ...ofPage },
        { messages: [message], total: 1, page: 1 },
      ),
    },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;

export const UploadedMessage = shape("A finished upload to publish as a message's file.", {
  upload: OneUpload.properties.uploadId,
  message: Type.Optional(Type.String()),
  client_id: ClientId,
  reply_to: Type.Optional(Id),
});
