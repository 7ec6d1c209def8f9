import { filesPerPage, previewSideMax, uploadsUnfinishedMax } from "../limits.ts";
import { fileMessage, roomRef, uploadId } from "./examples.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";

const tus =
  "It speaks tus 1.0.0 (https://tus.io/protocols/resumable-upload), so `tus-js-client` and others work unmodified; send `Tus-Resumable: 1.0.0`.";
const full = {
  storage_full: "The installation has no room left for files.",
  quota_full: "The caller's own share of the storage is full.",
};
const uploading = ["messages.publish", "messages.attach"] as const;
const ref = { roomId: roomRef, messageId: 346, kind: 0 } as const;
const visits = "Holders of `rooms.view-any` may do so without being a member.";

export const fileDocs = {
  uploadFile: {
    tag: "files",
    summary: "Publish a file",
    description:
      "As a form (`multipart/form-data`): one `attachment`, and optionally `message`, `client_id` and `reply_to`. Or as JSON that names a finished upload. The message is visible with the whole file or not at all; `client_id` makes it safe to send again. What a photo or video says of place, time and device is removed.",
    permissions: ["rooms.view", ...uploading],
    errors: {
      ...full,
      forbidden: "The caller looks into the room without being a member, or may not publish or attach.",
      infected: "The installation's checker found something harmful.",
    },
    request: { params: { roomId: roomRef } },
    answers: {
      200: {
        says: "It was published before with this `client_id`: the message as it is now.",
        example: { message: fileMessage },
      },
      201: { says: "It is published.", example: { message: fileMessage } },
    },
  },
  createUpload: {
    tag: "files",
    summary: "Begin an upload in parts",
    description: `For large files and bad links. \`Upload-Length\` is the size in bytes, \`Upload-Metadata\` may name the file (\`filename\`, in base64). \`Location\` of the answer is where the parts go. One person has at most ${uploadsUnfinishedMax} unfinished uploads; what is not finished is removed after a day. ${tus}`,
    permissions: uploading,
    errors: { ...full, ...unpermitted },
    request: {},
    answers: { 201: { says: "The upload waits for its bytes; `Location` is its address.", example: null } },
  },
  viewUpload: {
    tag: "files",
    summary: "Ask how far an upload came",
    description: `\`Upload-Offset\` of the answer is the number of bytes that are stored: send the rest from there. ${tus}`,
    permissions: uploading,
    errors: unpermitted,
    request: { params: { uploadId } },
    answers: { 200: { says: "`Upload-Offset` and `Upload-Length` in the headers.", example: null } },
  },
  appendUpload: {
    tag: "files",
    summary: "Send a part of an upload",
    description: `The bytes from \`Upload-Offset\` on, as \`application/offset+octet-stream\`. What came is stored, also where the connection breaks. ${tus}`,
    permissions: uploading,
    errors: { ...full, ...unpermitted, conflict: "`Upload-Offset` is not where the upload is: ask by `HEAD`." },
    request: { params: { uploadId } },
    answers: { 204: { says: "`Upload-Offset` in the headers says how far it is.", example: null } },
  },
  removeUpload: {
    tag: "files",
    summary: "Give an upload up",
    description: `Removes what came of it. ${tus}`,
    permissions: uploading,
    errors: unpermitted,
    request: { params: { uploadId } },
    answers: { 204: { says: "It is gone.", example: null } },
  },
  downloadFile: {
    tag: "files",
    summary: "Download a file",
    description: `The file of a message, whole or in parts (\`Range\`). \`kind\` is that of the message's author: 0 customer, 1 ERP user, 2 agent; another one is 404. \`preview=1\` gives a WebP of at most ${previewSideMax} px of a picture. ${visits}`,
    permissions: ["rooms.view"],
    errors: { malformed: "The path cannot be read (400), or the file ends before the range that is asked for (416)." },
    request: { params: ref, query: {} },
    answers: {
      200: { says: "The file, under its original name." },
      206: { says: "The part that `Range` asks for." },
      304: { says: "It is the version that `If-None-Match` names." },
    },
  },
  playFile: {
    tag: "files",
    summary: "Let an element play a file",
    description:
      "Sets a cookie by which an element that cannot send a header, such as `<video>`, reads this one file for some minutes. Nothing of it stands in an address.",
    permissions: ["rooms.view"],
    request: { params: ref },
    answers: { 200: { says: "How long the cookie is good, in seconds.", example: { expires_in: 300 } } },
  },
  listFiles: {
    tag: "files",
    summary: "List a room's files",
    description: `The messages that have a file, newest first, ${filesPerPage} a page. ${visits}`,
    permissions: ["rooms.view"],
    request: { params: { roomId: roomRef, page: 1 } },
    answers: { 200: { says: "A page of messages.", example: { messages: [fileMessage], total: 1, page: 1 } } },
  },
} satisfies Partial<CallDocs>;
