import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { multipartBytesMax, UploadedMessage } from "@cuplaj/protocol/file-endpoints.ts";
import type { Static } from "typebox";
import { readForm } from "../../http/form-body.ts";
import { compileInput } from "../../http/parse-input.ts";
import type { AddRoute } from "../../http/route.ts";
import { readJsonUpload, unreadable } from "../../http/upload-body.ts";
import { mapOk, type Outcome } from "../../kernel/outcome.ts";
import type { Published } from "../../messages/publish-message.ts";
import type { answerTus, TusParts } from "./answer-tus.ts";
import { publishUpload, uploadForm, type UploadFileParts } from "./upload-file.ts";

export function addUploadRoutes(route: AddRoute, parts: UploadFileParts & TusParts): void {
  const readUploaded = compileInput(UploadedMessage, "body");
  route(endpoints.uploadFile, async ({ caller, params: { roomId: roomRef }, headers, body }) => {
    const type = headers["content-type"];
    if (/^application\/json\b/iu.test(type)) {
      const sent = readUploaded(await readJsonUpload(body)) as Static<typeof UploadedMessage>;
      const { upload: uploadId, message: text = "", client_id: clientId, reply_to: replyTo = null } = sent;
      return answer(await publishUpload(parts, caller.user, { roomRef, uploadId, text, clientId, replyTo }));
    }
    const bytes = headers["content-length"] ?? 0;
    if (bytes > parts.uploadBytesMax + multipartBytesMax) throw unreadable(413);
    const form = () => readForm(body, type, parts.uploadBytesMax);
    return answer(await uploadForm(parts, caller.user, { roomRef, bytes, form }));
  });
  route(endpoints.createUpload, async ({ caller, headers }) => {
    const made = await tus(parts, caller.user, { method: "POST", uploadId: null, headers });
    return mapOk(made, (answered) => ({ status: 201, body: null, headers: answered }));
  });
  route(endpoints.viewUpload, async ({ caller, params: { uploadId }, headers }) => {
    const viewed = await tus(parts, caller.user, { method: "HEAD", uploadId, headers });
    return mapOk(viewed, (answered) => ({ status: 200, body: null, headers: answered }));
  });
  route(endpoints.appendUpload, async ({ caller, params: { uploadId }, headers, body }) => {
    const appended = await tus(parts, caller.user, { method: "PATCH", uploadId, headers, body });
    return mapOk(appended, (answered) => ({ status: 204, body: null, headers: answered }));
  });
  route(endpoints.removeUpload, async ({ caller, params: { uploadId }, headers }) => {
    const removed = await tus(parts, caller.user, { method: "DELETE", uploadId, headers });
    return mapOk(removed, (answered) => ({ status: 204, body: null, headers: answered }));
  });
}

const tus: typeof answerTus = async (...call) => await (await import("./answer-tus.ts")).answerTus(...call);

function answer(outcome: Outcome<Published>) {
  return mapOk(outcome, ({ message, isNew }) => ({ status: isNew ? 201 : 200, body: { message } }) as const);
}
