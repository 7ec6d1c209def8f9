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
  "It speaks tus 1.0.0 (https://tus.io/protocols/resumable-upload), so `tus-js-client` and others work unmodified; send `Tus-Resumable: 1.0.0`.";
const full = {
  storage_full: "The installation has no room left for files.",
  quota_full: "The caller's own share of the storage is full.",
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
    isExpensive: true,
    timeLimitMs: 600_000,
    summary: "Publish a file",
    description:
      "As a form (`multipart/form-data`): one `attachment`, and optionally `message`, `client_id` and `reply_to`. Or as JSON that names a finished upload. The message is visible with the whole file or not at all; `client_id` makes it safe to send again. What a photo or video says of place, time and device is removed.",
    permissions: ["rooms.view", ...uploading],
    errors: {
      ...full,
      forbidden: "The caller looks into the room without being a member, or may not publish or attach.",
      infected: "The installation's checker found something harmful.",
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
        "It was published before with this `client_id`: the message as it is now.",
        { message: Message },
        { message },
      ),
      201: shape("It is published.", { message: Message }, { message }),
    },
  },
  createUpload: {
    method: "POST",
    path: "/api/v1/uploads",
    limit: "uploadParts",
    summary: "Begin an upload in parts",
    description: `For large files and bad links. \`Upload-Length\` is the size in bytes, \`Upload-Metadata\` may name the file (\`filename\`, in base64). \`Location\` of the answer is where the parts go. One person has at most ${uploadsUnfinishedMax} unfinished uploads; what is not finished is removed after a day. ${tus}`,
    permissions: uploading,
    errors: { ...full, ...unpermitted },
    headers: tusHeaders,
    answers: { 201: Type.Null({ description: "The upload waits for its bytes; `Location` is its address." }) },
  },
  viewUpload: {
    method: "HEAD",
    path: "/api/v1/uploads/:uploadId",
    limit: "uploadParts",
    summary: "Ask how far an upload came",
    description: `\`Upload-Offset\` of the answer is the number of bytes that are stored: send the rest from there. ${tus}`,
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
    isExpensive: true,
    timeLimitMs: 600_000,
    summary: "Send a part of an upload",
    description: `The bytes from \`Upload-Offset\` on, as \`application/offset+octet-stream\`. What came is stored, also where the connection breaks. ${tus}`,
    permissions: uploading,
    errors: { ...full, ...unpermitted, conflict: "`Upload-Offset` is not where the upload is: ask by `HEAD`." },
    params: OneUpload,
    headers: tusHeaders,
    upload: { types: ["application/offset+octet-stream"], bytesMax: uploadBytesMax, stillMsMax: 60_000 },
    answers: { 204: Type.Null({ description: "`Upload-Offset` in the headers says how far it is." }) },
  },
  removeUpload: {
    method: "DELETE",
    path: "/api/v1/uploads/:uploadId",
    limit: "uploadParts",
    summary: "Give an upload up",
    description: `Removes what came of it. ${tus}`,
    permissions: uploading,
    errors: unpermitted,
    params: OneUpload,
    headers: tusHeaders,
    answers: { 204: Type.Null({ description: "It is gone." }) },
  },
  downloadFile: {
    method: "GET",
    path: "/api/v1/chat/:roomId/download/:messageId/:kind",
    access: "ticket",
    limit: "reads",
    isExpensive: true,
    smallBy: "preview",
    summary: "Download a file",
    description: `The file of a message, whole or in parts (\`Range\`). \`kind\` is that of the message's author: 0 customer, 1 ERP user, 2 agent; another one is 404. \`preview=1\` gives a WebP of at most ${previewSideMax} px of a picture. ${visits}`,
    permissions: ["rooms.view"],
    errors: { malformed: "The path cannot be read (400), or the file ends before the range that is asked for (416)." },
    params: FileRef,
    query: Type.Object({ preview: Type.Optional(Type.Literal("1")) }, { additionalProperties: false }),
    answers: "file",
  },
  playFile: {
    method: "POST",
    path: "/api/v1/chat/:roomId/download/:messageId/:kind",
    limit: "reads",
    summary: "Let an element play a file",
    description:
      "Sets a cookie by which an element that cannot send a header, such as `<video>`, reads this one file for some minutes. Nothing of it stands in an address.",
    permissions: ["rooms.view"],
    params: FileRef,
    answers: {
      200: shape("How long the cookie is good, in seconds.", { expires_in: Type.Integer() }, { expires_in: 300 }),
    },
  },
  listFiles: {
    method: "GET",
    path: "/api/v1/chat/:roomId/files/:page",
    limit: "reads",
    isExpensive: true,
    summary: "List a room's files",
    description: `The messages that have a file, newest first, ${filesPerPage} a page. ${visits}`,
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

export const UploadedMessage = shape("A finished upload that becomes the file of a message.", {
  upload: OneUpload.properties.uploadId,
  message: Type.Optional(Type.String()),
  client_id: ClientId,
  reply_to: Type.Optional(Id),
});
