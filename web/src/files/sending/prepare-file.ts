import { mediaHeadBytes, mediaTypeOf } from "@cuplaj/media/media-type.ts";
import type { PreparedFile } from "../../platform/storage/stored-files.ts";
import { createWorkerCalls } from "../../platform/tabs/worker-calls.ts";
import type { Dispatch } from "../../state/store.ts";
import type { LocalFiles } from "./local-files.ts";
import type { ChosenFile } from "./make-picture.ts";

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
