import { deviceStorage } from "../../platform/storage/device-storage.ts";
import { deviceRows } from "../../platform/storage/stored-rows.ts";
import { trayKeys } from "./stored-trays.ts";

/** Those of these files that neither a tray nor a pending message of anybody names: what a closed page was deleting (SEND-7c). */
export async function unnamedFiles(ids: readonly string[]): Promise<readonly string[]> {
  // A database that does not answer may name them all.
  const copies = await deviceRows.ids().catch(() => ids);
  const keys = deviceStorage.keys();
  const trays = keys.filter((key) => key.startsWith(trayKeys)).map((key) => deviceStorage.get(key) ?? "");
  return ids.filter(
    (id) =>
      !copies.includes(id) && !keys.some((key) => key.endsWith(`.${id}`)) && !trays.some((tray) => tray.includes(id)),
  );
}
