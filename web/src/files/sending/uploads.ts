import { messageFromWire } from "../../api/from-wire.ts";
import type { Outside } from "../../state/part.ts";
import { atMostEvery } from "../../platform/at-most-every.ts";
import { isServerAway } from "../../state/retries/may-pass.ts";
import type { CallError } from "../../state/entities.ts";
import type { Effect } from "../../state/shape.ts";
import type { LocalFiles } from "./local-files.ts";
import type { PreparedFile, StoredFile } from "../../platform/storage/stored-files.ts";
import type { Dispatch } from "../../state/store.ts";
import { mediaHeadBytes, mediaTypeOf } from "@cuplaj/media/media-type.ts";
import { createWorkerCalls } from "../../platform/tabs/worker-calls.ts";
import type { ChosenFile } from "./make-picture.ts";
import { calls } from "@cuplaj/protocol/calls.ts";
import { type ApiClient, type CallResult, filled } from "../../api/api-client.ts";
import { sendHttp } from "../../platform/http.ts";
import { sendForm, type UploadRequest } from "../../platform/files/upload.ts";

const progressEveryMs = 200;
/** An upload that has been idle for this many ms when the connection returns is assumed to be stuck on the old connection. */
const restMs = 10_000;

interface Running {
  readonly abort: AbortController;
  movedAt: number;
  hasMoved: boolean;
}

interface UploadSetup extends Pick<Outside, "store" | "api" | "clock"> {
  readonly files: LocalFiles;
  readonly prepare: ReturnType<typeof createPreparing>;
}

export function createUploads({ store, api, clock, files, prepare }: UploadSetup) {
  const running = new Map<string, Running>();

  async function upload(message: Effect<"call-upload">): Promise<void> {
    const { roomId, clientId } = message;
    running.get(clientId)?.abort.abort();
    const self: Running = { abort: new AbortController(), movedAt: clock.now(), hasMoved: false };
    running.set(clientId, self);
    const result = await send(message, self);
    if (running.get(clientId) !== self) return;
    running.delete(clientId);
    if (result.ok)
      return store.dispatch({ type: "outbox/published", clientId, message: messageFromWire(result.value.message) });
    const { error } = result;
    const hasMoved = self.hasMoved && isServerAway(error);
    return store.dispatch({ type: "outbox/publish-failed", roomId, clientId, error, hasMoved });
  }

  async function send(message: Effect<"call-upload">, self: Running): Promise<Published> {
    const ready = await prepare(message.clientId, message.file.isOriginal);
    const stored = await files.find(message.clientId);
    if (ready === null || stored === null) return failure("invalid", "lost");
    const most = store.getState().settings?.uploadBytesMax ?? Number.POSITIVE_INFINITY;
    if (ready.bytes.size > most) return failure("too_large");
    const progress = watchProgress({ store, clock }, message.clientId, ready.bytes.size, self);
    const watch = { signal: self.abort.signal, clock, onSent: progress.sent };
    const result = await uploadFile({ api, files }, { message, ready, stored, watch });
    progress.stop();
    return result;
  }

  function stop(): void {
    const all = [...running.values()];
    running.clear();
    for (const { abort } of all) abort.abort();
  }

  return {
    upload,
    cancel: async (id: string): Promise<void> => {
      const abort = running.get(id)?.abort;
      running.delete(id);
      abort?.abort();
      await forgetParts(api, await files.find(id));
    },
    wake: (): void => {
      for (const { abort, movedAt } of running.values()) if (clock.now() - movedAt > restMs) abort.abort();
    },
    stop,
  };
}

const failure = (code: CallError["code"], details?: unknown): Published => ({
  ok: false,
  error: { code, message: "", fieldErrors: {}, retryAfterSeconds: null, details },
});

function watchProgress({ store, clock }: Pick<Outside, "store" | "clock">, id: string, total: number, self: Running) {
  let now = -1;
  const shown = atMostEvery(progressEveryMs, clock, () =>
    store.dispatch({ type: "attachments/progressed", id, progress: { sent: Math.min(now, total), total } }),
  );
  const sent = (bytes: number): void => {
    // The first report only gives the position from which the upload resumes.
    self.hasMoved ||= now >= 0 && bytes > now;
    self.movedAt = clock.now();
    now = bytes;
    shown.ask();
  };
  return { sent, stop: shown.stop };
}

export function createPreparing(files: LocalFiles, dispatch: Dispatch) {
  let last: Promise<unknown> = Promise.resolve();

  async function prepareNow(id: string, isOriginal: boolean): Promise<PreparedFile | null> {
    const stored = await files.find(id);
    if (stored === null || stored.prepared?.isOriginal === isOriginal) return stored?.prepared ?? null;
    const made = await prepareFile({ bytes: stored.chosen, name: stored.name, isOriginal });
    const prepared = { ...made, isOriginal };
    await files.change(id, { prepared });
    const { bytes, isBroken, ...said } = prepared;
    if (isBroken === true) dispatch({ type: "attachments/refused", id, problem: "broken" });
    else dispatch({ type: "attachments/prepared", id, file: { ...said, bytes: bytes.size } });
    return prepared;
  }

  /** The prepared file; null if the device does not have it. */
  return (id: string, isOriginal: boolean): Promise<PreparedFile | null> => {
    const made = last.then(() => prepareNow(id, isOriginal));
    last = made.catch(() => undefined);
    return made;
  };
}

const callWorker = createWorkerCalls<{ request: ChosenFile; answer: PreparedFile }>(
  () => new Worker(new URL("picture-worker.ts", import.meta.url), { type: "module" }),
);

/** Runs in a worker; without one the file is uploaded unchanged, and the server processes it. */
async function prepareFile(chosen: ChosenFile): Promise<PreparedFile> {
  const { bytes, name } = chosen;
  // Checks the content, as the server does: a name proves nothing.
  const head = await bytes.slice(0, mediaHeadBytes).arrayBuffer();
  const isWorked = mediaTypeOf(new Uint8Array(head)) !== null && typeof OffscreenCanvas === "function";
  const made = isWorked ? await callWorker(chosen) : null;
  return made ?? { bytes, name, type: bytes.type, width: null, height: null };
}

/** Files of up to this many bytes are sent in one request, since starting over costs less than asking for the offset. */
const wholeBytesMax = 256 * 1024;
/** How long the server may take to check and publish a complete file, in ms. */
const publishMs = 120_000;

type Published = CallResult<{ readonly message: Parameters<typeof messageFromWire>[0] }>;

interface Sending {
  readonly message: Effect<"call-upload">;
  readonly ready: PreparedFile;
  readonly stored: StoredFile;
  readonly watch: Pick<UploadRequest, "signal" | "clock" | "onSent">;
}

interface SendSetup {
  readonly api: Pick<ApiClient, "authorized">;
  readonly files: Pick<LocalFiles, "change">;
}

/** ATT-6: makes one attempt, which sends the whole file, or continues by tus where an earlier attempt stopped. */
const uploadFile = (setup: SendSetup, sending: Sending): Promise<Published> =>
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
  // The server has swept the upload, so it starts over.
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

/** Deletes a cancelled file's parts on the server. A complete file is either published or swept by the server. */
async function forgetParts(api: SendSetup["api"], stored: StoredFile | null): Promise<void> {
  const url = stored?.uploadUrl ?? null;
  if (url === null || stored?.isUploaded === true) return;
  const { removeUpload } = await import("../../platform/files/resumable-upload.ts");
  await api.authorized(async (headers) => {
    await removeUpload(url, headers).catch(() => undefined);
    return { kind: "done", value: null };
  });
}
