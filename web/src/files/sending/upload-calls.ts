import { type CallAnswer, calls } from "@cuplaj/protocol/calls.ts";
import { type ApiClient, type CallResult, filled } from "../../api/api-client.ts";
import type { messageFromWire } from "../../api/from-wire.ts";
import { sendForm, type UploadRequest } from "../../platform/files/upload.ts";
import { sendHttp } from "../../platform/http.ts";
import { lateCode } from "../../platform/late-component.ts";
import type { PreparedFile, StoredFile } from "../../platform/storage/stored-files.ts";
import { type CallError, offlineError, type PendingRequest } from "../../state/entities.ts";
import { requestBody } from "../../state/messages/pending-messages.ts";
import type { Effect } from "../../state/shape.ts";
import type { LocalFiles } from "./local-files.ts";

const resumable = lateCode(() => import("../../platform/files/resumable-upload.ts"), 1);

/** Files of up to this many bytes are sent in one request, since starting over costs less than asking for the offset. */
const wholeBytesMax = 256 * 1024;
/** How long the server may take to check and publish a complete file, in ms. */
const publishMs = 120_000;

type Published = CallResult<{ readonly message: Parameters<typeof messageFromWire>[0] }>;

type Photo = PendingRequest["photos"][number];

interface Sending extends ReadyFile {
  readonly message: Effect<"call-upload">;
}

export interface ReadyFile {
  readonly ready: PreparedFile;
  readonly stored: StoredFile;
  readonly watch: Pick<UploadRequest, "signal" | "clock" | "onSent">;
}

interface SendSetup {
  readonly api: Pick<ApiClient, "authorized" | "call">;
  readonly files: Pick<LocalFiles, "change">;
}

/** ATT-6: makes one attempt, which sends the whole file, or continues by tus where an earlier attempt stopped. */
export const uploadFile = (setup: SendSetup, sending: Sending): Promise<Published> =>
  sending.ready.bytes.size <= wholeBytesMax ? sendWhole(setup, sending) : sendInParts(setup, sending);

function sendWhole({ api }: SendSetup, { message, ready, watch }: Sending): Promise<Published> {
  const form = new FormData();
  form.set("client_id", message.clientId);
  if (message.text !== "") form.set("message", message.text);
  if (message.replyTo) form.set("reply_to", String(message.replyTo.messageId));
  // The file comes last: the server must have read the other fields by then.
  form.set("attachment", ready.bytes, ready.name);
  const path = publishPath(message.roomId);
  return api.authorized((headers) => sendForm({ path, headers, ...watch }, form));
}

async function sendInParts(setup: SendSetup, sending: Sending): Promise<Published> {
  const { message, stored } = sending;
  const sent = await uploadParts(setup, sending);
  if (!sent.ok) return sent;
  const result = await publishUpload(setup.api, message, sent.value);
  if (result.ok || stored.uploadUrl === null || result.error.fieldErrors["upload"] === undefined) return result;
  // The server has swept the upload, so it starts over.
  await setup.files.change(message.clientId, fresh);
  return sendInParts(setup, { ...sending, stored: { ...stored, ...fresh } });
}

const fresh = { uploadUrl: null, isUploaded: false };

/** Uploads a file by tus from where an earlier attempt stopped; returns its address. */
async function uploadParts(
  { api, files }: SendSetup,
  { ready: { bytes, name }, stored, watch }: ReadyFile,
): Promise<CallResult<string>> {
  let url = stored.uploadUrl;
  if (stored.isUploaded !== true) {
    const code = await resumable().catch(() => null);
    // Like any attempt without a connection, this one is repeated.
    if (code === null) return { ok: false, error: offlineError };
    const onUrl = (made: string): void => {
      url = made;
      void files.change(stored.id, { uploadUrl: made });
    };
    const path = calls.createUpload.path;
    const sent = await api.authorized<unknown>((headers) =>
      code.sendParts({ path, headers, bytes, name, url, onUrl, ...watch }),
    );
    if (!sent.ok) return sent;
    await files.change(stored.id, { isUploaded: true });
  }
  return { ok: true, value: url ?? "" };
}

/**
 * ASK-6b: uploads a request's photos one after another, and then sends the request. If the server has swept uploads, they start over, but only once.
 */
export async function sendRequestWith(
  setup: SendSetup,
  asked: Effect<"call-request">,
  withFile: (photo: Photo, send: (file: ReadyFile) => Promise<CallResult<string>>) => Promise<CallResult<string>>,
  isAgain = false,
): Promise<CallResult<CallAnswer<"createRequest">>> {
  const ids: string[] = [];
  for (const photo of asked.request.photos) {
    const sent = await withFile(photo, (file) => uploadParts(setup, file));
    if (!sent.ok) return sent;
    ids.push(idOfUpload(sent.value));
  }
  const result = await setup.api.call("createRequest", { body: requestBody(asked, ids), timeoutMs: publishMs });
  const isSwept = !result.ok && Object.keys(result.error.fieldErrors).some((field) => field.startsWith("upload_ids"));
  if (!isSwept || isAgain) return result;
  for (const { id } of asked.request.photos) await setup.files.change(id, fresh);
  return sendRequestWith(setup, asked, withFile, true);
}

const idOfUpload = (url: string): string => url.slice(url.lastIndexOf("/") + 1);

function publishUpload(
  api: SendSetup["api"],
  { roomId, clientId, text, replyTo }: Sending["message"],
  url: string,
): Promise<Published> {
  const body = JSON.stringify({
    ...{ upload: idOfUpload(url), client_id: clientId },
    ...(text !== "" && { message: text }),
    ...(replyTo && { reply_to: replyTo.messageId }),
  });
  return api.authorized((headers) =>
    sendHttp({
      method: "POST",
      path: publishPath(roomId),
      headers: { ...headers, "Content-Type": "application/json" },
      body,
      timeoutMs: publishMs,
    }),
  );
}

const publishPath = (roomId: number): string => filled(calls.uploadFile.path, { params: { roomId: String(roomId) } });

export const failure = (code: CallError["code"], details?: unknown): CallResult<never> => ({
  ok: false,
  error: { code, message: "", fieldErrors: {}, retryAfterSeconds: null, details },
});

/** Deletes a cancelled file's parts on the server. A complete file is either published or swept by the server. */
export async function forgetParts(api: SendSetup["api"], stored: StoredFile | null): Promise<void> {
  const url = stored?.uploadUrl ?? null;
  if (url === null || stored?.isUploaded === true) return;
  await api.authorized(async (headers) => {
    await resumable()
      .then(({ removeUpload }) => removeUpload(url, headers))
      .catch(() => undefined);
    return { kind: "done", value: null };
  });
}
