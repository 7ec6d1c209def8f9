import { calls } from "@cuplaj/protocol/calls.ts";
import { type ApiClient, type CallResult, filled } from "../../api/api-client.ts";
import type { messageFromWire } from "../../api/from-wire.ts";
import { sendHttp } from "../../platform/http.ts";
import type { PreparedFile, StoredFile } from "../../platform/storage/stored-files.ts";
import { sendForm, type UploadRequest } from "../../platform/files/upload.ts";
import type { Effect } from "../../state/shape.ts";
import type { LocalFiles } from "./local-files.ts";

/** Up to this size a file goes in one request, bytes: to begin it again costs less than to ask where it was. */
const wholeBytesMax = 256 * 1024;
/** How long the server may take to check and publish a file that it has, ms. */
const publishMs = 120_000;

export type Published = CallResult<{ readonly message: Parameters<typeof messageFromWire>[0] }>;

export interface Sending {
  readonly message: Effect<"call-upload">;
  readonly ready: PreparedFile;
  readonly stored: StoredFile;
  readonly watch: Pick<UploadRequest, "signal" | "clock" | "onSent">;
}

interface SendSetup {
  readonly api: Pick<ApiClient, "authorized">;
  readonly files: Pick<LocalFiles, "change">;
}

/** ATT-6: one attempt: whole, or by tus from where an earlier one ended. */
export const uploadFile = (setup: SendSetup, sending: Sending): Promise<Published> =>
  sending.ready.bytes.size <= wholeBytesMax ? sendWhole(setup, sending) : sendInParts(setup, sending);

function sendWhole({ api }: SendSetup, { message, ready, watch }: Sending): Promise<Published> {
  const form = new FormData();
  form.set("client_id", message.clientId);
  if (message.text !== "") form.set("message", message.text);
  if (message.replyTo) form.set("reply_to", String(message.replyTo.messageId));
  // Last: the server knows the rest when the bytes come.
  form.set("attachment", ready.bytes, ready.name);
  const path = publishPath(message.roomId);
  return api.authorized((headers) => sendForm({ path, headers, ...watch }, form));
}

async function sendInParts(setup: SendSetup, sending: Sending): Promise<Published> {
  const { message, ready, stored, watch } = sending;
  const { api, files } = setup;
  let url = stored.uploadUrl;
  if (stored.isUploaded !== true) {
    const { sendParts } = await import("../../platform/files/resumable-upload.ts");
    const onUrl = (made: string): void => {
      url = made;
      void files.change(message.clientId, { uploadUrl: made });
    };
    const { bytes, name } = ready;
    const path = calls.createUpload.path;
    const sent = await api.authorized<unknown>((headers) =>
      sendParts({ path, headers, bytes, name, url, onUrl, ...watch }),
    );
    if (!sent.ok) return sent;
    await files.change(message.clientId, { isUploaded: true });
  }
  const result = await publishUpload(api, message, url ?? "");
  if (result.ok || stored.uploadUrl === null || result.error.fieldErrors["upload"] === undefined) return result;
  // The server swept it meanwhile: it begins anew.
  const fresh = { ...stored, uploadUrl: null, isUploaded: false };
  await files.change(message.clientId, fresh);
  return sendInParts(setup, { ...sending, stored: fresh });
}

function publishUpload(
  api: SendSetup["api"],
  { roomId, clientId, text, replyTo }: Sending["message"],
  url: string,
): Promise<Published> {
  const upload = url.slice(url.lastIndexOf("/") + 1);
  const body = JSON.stringify({
    ...{ upload, client_id: clientId },
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

/** Has the server forget the parts of a cancelled file. What is there whole was published, or the server sweeps it. */
export async function forgetParts(api: SendSetup["api"], stored: StoredFile | null): Promise<void> {
  const url = stored?.uploadUrl ?? null;
  if (url === null || stored?.isUploaded === true) return;
  const { removeUpload } = await import("../../platform/files/resumable-upload.ts");
  await api.authorized(async (headers) => {
    await removeUpload(url, headers).catch(() => undefined);
    return { kind: "done", value: null };
  });
}
