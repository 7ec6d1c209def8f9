import type { Outside } from "../../state/part.ts";
import { me, ownerKey } from "../../state/selectors.ts";
import type { Effect } from "../../state/shape.ts";
import { type LocalFiles, localFiles } from "./local-files.ts";
import { createPreparing } from "./prepare-file.ts";
import { createUploads } from "./uploads.ts";
import { deviceStorage } from "../../platform/storage/device-storage.ts";
import { deviceRows } from "../../platform/storage/stored-rows.ts";

type Chosen = Effect<"hold-files">["files"][number];

export function createFileWork(outside: Pick<Outside, "store" | "api" | "clock">, files: LocalFiles = localFiles) {
  const { getState, dispatch } = outside.store;
  const prepare = createPreparing(files, dispatch);
  const uploads = createUploads({ ...outside, files, prepare });

  async function hold(owner: string, { id, bytes, file }: Chosen): Promise<void> {
    const holding = files.hold({ id, owner, name: file.name, chosen: bytes, uploadUrl: null });
    const isReadable = await canRead(bytes);
    await holding;
    if (!isReadable) {
      dispatch({ type: "attachments/refused", id, problem: "unreadable" });
      return files.drop([id], false);
    }
    dispatch({ type: "attachments/held", id });
    await prepare(id, file.isOriginal);
  }

  return {
    hold: async (chosen: readonly Chosen[]): Promise<void> => {
      const person = me(getState());
      if (person) await Promise.all(chosen.map((one) => hold(ownerKey(person), one)));
    },
    prepare,
    drop: async ({ ids, areShown }: Effect<"drop-files">): Promise<void> => {
      for (const id of ids) void uploads.cancel(id);
      await files.drop(ids, areShown);
    },
    upload: uploads.upload,
    sendRequest: uploads.sendRequest,
    wake: uploads.wake,
    leave: (): void => {
      uploads.stop();
      files.leave();
    },
    /** Marks files that the device lost, and deletes those that no message or tray uses. */
    restore: async (): Promise<void> => {
      const stored = await files.storedIds();
      if (stored === null) return;
      for (const { id } of Object.values(getState().trays).flat()) {
        if (!stored.includes(id) && !files.isHeld(id)) dispatch({ type: "attachments/refused", id, problem: "lost" });
      }
      await files.drop(await unnamedFiles(stored), false);
    },
  };
}

export type FileWork = ReturnType<typeof createFileWork>;

/** The browser reports a folder or a missing file only when it is read. */
const canRead = (bytes: Blob): Promise<boolean> =>
  bytes
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** SEND-7c: files that no tray, message or request names, left by a page that closed before it could delete them. */
async function unnamedFiles(ids: readonly string[]): Promise<readonly string[]> {
  const keys = deviceStorage.keys().filter((key) => key.startsWith("cuplaj."));
  const stored = keys.map((key) => key + (deviceStorage.get(key) ?? ""));
  const copies = await deviceRows.texts().catch(() => ids);
  return ids.filter((id) => ![...stored, ...copies].some((text) => text.includes(id)));
}
