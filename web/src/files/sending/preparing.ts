import type { PreparedFile } from "../../platform/storage/stored-files.ts";
import type { Dispatch } from "../../state/store.ts";
import type { LocalFiles } from "./local-files.ts";
import { prepareFile } from "./prepare-file.ts";

/** Makes chosen files ready to leave, one after the other. */
export type Preparing = ReturnType<typeof createPreparing>;

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

  return {
    /** What leaves instead of a file; null where the device does not have it. */
    prepare: (id: string, isOriginal: boolean): Promise<PreparedFile | null> => {
      const made = last.then(() => prepareNow(id, isOriginal));
      last = made.catch(() => undefined);
      return made;
    },
  };
}
