import { storageHeader } from "@cuplaj/protocol/storage-header.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApiClient } from "../../api/api-client.ts";
import { sendHttp } from "../../platform/http.ts";
import type { StoredFile, StoredFiles } from "../../platform/storage/stored-files.ts";
import { outsideOf } from "../../testing/outside.ts";
import { room } from "../../testing/people.ts";
import { createAnasApp } from "../../testing/test-app.ts";
import type { TrayFile } from "../../state/files/attachments-shape.ts";
import { createLocalFiles } from "./local-files.ts";
import { type ChosenFile, makePicture } from "./make-picture.ts";
import { createPreparing } from "./prepare-file.ts";
import { createUploads } from "./uploads.ts";
import { trayOf } from "./attachments-state.ts";

/** An `XMLHttpRequest` whose response the test provides. */
class Request extends EventTarget {
  static all: Request[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = "";
  trouble: string | null = null;
  isAborted = false;

  constructor() {
    super();
    Request.all.push(this);
  }

  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  getResponseHeader(name: string): string | null {
    return name === storageHeader ? this.trouble : null;
  }

  abort(): void {
    this.isAborted = true;
  }

  sent(loaded: number): void {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded }));
  }

  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event("load"));
  }
}

beforeEach(() => {
  Request.all = [];
  vi.stubGlobal("XMLHttpRequest", Request);
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

function inMemory(): StoredFiles {
  const files = new Map<string, StoredFile>();
  return {
    put: async (file) => void files.set(file.id, file),
    get: async (id) => files.get(id),
    change: async (id, changes) => {
      const known = files.get(id);
      if (known) files.set(id, { ...known, ...changes });
    },
    remove: async (ids) => ids.forEach((id) => files.delete(id)),
    ids: async () => [...files.keys()],
  };
}

async function begin() {
  const app = createAnasApp(room(1));
  const api = createApiClient({
    send: sendHttp,
    token: () => "anas-token",
    language: () => "ro",
    onRejected: () => undefined,
    onStorageTrouble: (trouble) => app.dispatch({ type: "files/storage-known", trouble }),
  });
  const files = createLocalFiles(inMemory());
  const prepare = createPreparing(files, app.dispatch);
  const uploads = createUploads({ ...outsideOf(app, null, { api }), clock: app.clock, files, prepare });
  const chosen = new Blob(["x".repeat(1000)], { type: "application/pdf" });
  await files.hold({ id: "one", owner: "ana", name: "a.pdf", chosen, uploadUrl: null });
  const file = { name: "a.pdf", bytes: 1000, type: chosen.type, width: null, height: null, isOriginal: false };
  app.dispatch({
    type: "outbox/send-asked",
    roomId: 1,
    text: "",
    files: [{ clientId: "one", text: "", file }],
  });
  const over = uploads.upload({ type: "call-upload", roomId: 1, clientId: "one", text: "", file });
  await expect.poll(() => Request.all).toHaveLength(1);
  const failure = () => app.getState().pending[1]?.[0]?.error?.code ?? null;
  return { app, uploads, over, request: Request.all[0]!, failure };
}

test("[ATT-4] upload progress is reported a few times a second", async () => {
  const { app, request } = await begin();
  request.sent(200);
  request.sent(400);
  app.clock.pass(1000);
  expect(app.getState().uploads["one"]).toEqual({ sent: 400, total: 1000 });
});

test("[ATT-6] when the connection returns, stalled uploads restart at once and moving ones continue", async () => {
  const { app, uploads, over, request, failure } = await begin();
  request.sent(100);
  app.clock.pass(9000);
  uploads.wake();
  expect(request.isAborted).toBe(false);
  app.clock.pass(2000);
  uploads.wake();
  expect(request.isAborted).toBe(true);
  await over;
  expect(failure()).toBe("timeout");
});

test("[ATT-6] an upload stalled for a minute is aborted, and the outbox retries it", async () => {
  const { app, over, request, failure } = await begin();
  request.sent(100);
  app.clock.pass(61_000);
  await over;
  expect([request.isAborted, failure()]).toEqual([true, "timeout"]);
});

test("[ATT-4] a cancelled upload ends without further events", async () => {
  const { uploads, over, request, failure } = await begin();
  await uploads.cancel("one");
  await over;
  expect([request.isAborted, failure()]).toEqual([true, null]);
});

test("[ATT-6] a refusal is reported once, as the server gave it", async () => {
  const { over, request, failure } = await begin();
  request.answer(413, { code: "too_large", message: "Prea mare" });
  await over;
  expect(failure()).toBe("too_large");
});

test("[OPS-6a] a refused upload tells why no file can be stored", async () => {
  const { app, over, request } = await begin();
  request.trouble = "away";
  request.answer(503, { code: "unavailable" });
  await over;
  expect(app.getState().storageTrouble).toBe("away");
});

test("[ATT-2a] a damaged picture is refused in its tray", async () => {
  class Worker {
    #answer: (event: { readonly data: unknown }) => void = () => undefined;
    addEventListener(kind: string, listener: (event: { readonly data: unknown }) => void): void {
      if (kind === "message") this.#answer = listener;
    }
    postMessage({ id, request }: { readonly id: number; readonly request: ChosenFile }): void {
      void makePicture(request).then((value) => this.#answer({ data: { id, value } }));
    }
    terminate(): void {}
  }
  vi.stubGlobal("Worker", Worker);
  vi.stubGlobal("OffscreenCanvas", Object);
  const app = createAnasApp(room(1));
  const chosen = new File([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0x40, 0x10, 0x4a)], "a.jpg", { type: "image/jpeg" });
  app.dispatch({ type: "attachments/chosen", roomId: 1, files: [chosen] });
  const [{ id }] = trayOf(app.getState(), 1) as [TrayFile];
  const files = createLocalFiles(inMemory());
  await files.hold({ id, owner: "ana", name: "a.jpg", chosen, uploadUrl: null });
  await createPreparing(files, app.dispatch)(id, false);
  expect(trayOf(app.getState(), 1)).toMatchObject([{ problem: "broken" }]);
});
