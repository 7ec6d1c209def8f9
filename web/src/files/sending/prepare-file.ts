import { mediaHeadBytes, mediaTypeOf } from "@cuplaj/media/media-type.ts";
import type { PreparedFile } from "../../platform/storage/stored-files.ts";
import { createWorkerCalls } from "../../platform/tabs/worker-calls.ts";
import type { ChosenFile } from "./make-picture.ts";

const callWorker = createWorkerCalls<{ request: ChosenFile; answer: PreparedFile }>(
  () => new Worker(new URL("picture-worker.ts", import.meta.url), { type: "module" }),
);

/** What leaves the device instead of a chosen file, made beside the page. Where nothing can make it the file itself leaves: the server does the rest. */
export async function prepareFile(chosen: ChosenFile): Promise<PreparedFile> {
  const { bytes, name } = chosen;
  // By content, as the server: a name says nothing of what lies in a file.
  const head = await bytes.slice(0, mediaHeadBytes).arrayBuffer();
  const isWorked = mediaTypeOf(new Uint8Array(head)) !== null && typeof OffscreenCanvas === "function";
  const made = isWorked ? await callWorker(chosen) : null;
  return made ?? { bytes, name, type: bytes.type, width: null, height: null };
}
