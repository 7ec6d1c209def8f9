import { messageFromWire, roomFromWire } from "../../api/from-wire.ts";
import type { CallResult } from "../../api/api-client.ts";
import type { Outside } from "../../state/part.ts";
import { atMostEvery } from "../../platform/at-most-every.ts";
import { isServerAway } from "../../state/retries/may-pass.ts";
import { newRoomId, type PendingMessage, type PendingRequest } from "../../state/entities.ts";
import type { AppEvent, Effect } from "../../state/shape.ts";
import type { LocalFiles } from "./local-files.ts";
import type { createPreparing } from "./prepare-file.ts";
import { failure, forgetParts, type ReadyFile, sendRequestWith, uploadFile } from "./upload-calls.ts";

const progressEveryMs = 200;
/** An upload that has been idle for this many ms when the connection returns is assumed to be stuck on the old connection. */
const restMs = 10_000;

interface Running {
  readonly abort: AbortController;
  movedAt: number;
  hasMoved: boolean;
}

type Photo = PendingRequest["photos"][number];

interface UploadSetup extends Pick<Outside, "store" | "api" | "clock"> {
  readonly files: LocalFiles;
  readonly prepare: ReturnType<typeof createPreparing>;
}

export function createUploads(setup: UploadSetup) {
  const { store, api, clock, files } = setup;
  const running = new Map<string, Running>();

  async function run<Value>(
    { roomId, clientId }: Pick<PendingMessage, "roomId" | "clientId">,
    send: (self: Running) => Promise<CallResult<Value>>,
    done: (value: Value) => AppEvent,
  ): Promise<void> {
    running.get(clientId)?.abort.abort();
    const self: Running = { abort: new AbortController(), movedAt: clock.now(), hasMoved: false };
    running.set(clientId, self);
    const result = await send(self);
    if (running.get(clientId) !== self) return;
    running.delete(clientId);
    if (result.ok) return store.dispatch(done(result.value));
    const { error } = result;
    const hasMoved = self.hasMoved && isServerAway(error);
    return store.dispatch({ type: "outbox/publish-failed", roomId, clientId, error, hasMoved });
  }

  function upload(message: Effect<"call-upload">): Promise<void> {
    const { clientId, file } = message;
    return run(
      message,
      (self) =>
        withFile(setup, { id: clientId, clientId, file }, self, (ready) =>
          uploadFile({ api, files }, { message, ...ready }),
        ),
      ({ message: wire }) => ({ type: "outbox/published", clientId, message: messageFromWire(wire) }),
    );
  }

  const sendRequest = (asked: Effect<"call-request">): Promise<void> =>
    run(
      { roomId: newRoomId, clientId: asked.clientId },
      (self) =>
        sendRequestWith({ api, files }, asked, (photo, send) =>
          withFile(setup, { ...photo, clientId: asked.clientId }, self, send),
        ),
      ({ chat }) => ({ type: "requests/sent", clientId: asked.clientId, room: roomFromWire(chat) }),
    );

  function stop(): void {
    const all = [...running.values()];
    running.clear();
    for (const { abort } of all) abort.abort();
  }

  return {
    upload,
    sendRequest,
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

/** Prepares a file and passes it to `send`, whose progress shows at the message with the client id. */
async function withFile<Value>(
  { store, clock, files, prepare }: UploadSetup,
  { id, clientId, file }: Photo & Pick<PendingMessage, "clientId">,
  self: Running,
  send: (file: ReadyFile) => Promise<CallResult<Value>>,
): Promise<CallResult<Value>> {
  const ready = await prepare(id, file.isOriginal);
  const stored = await files.find(id);
  if (ready === null || stored === null) return failure("invalid", "lost");
  const most = store.getState().settings?.uploadBytesMax ?? Number.POSITIVE_INFINITY;
  if (ready.bytes.size > most) return failure("too_large");
  const progress = watchProgress({ store, clock }, clientId, ready.bytes.size, self);
  const watch = { signal: self.abort.signal, clock, onSent: progress.sent };
  const result = await send({ ready, stored, watch });
  progress.stop();
  return result;
}

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
