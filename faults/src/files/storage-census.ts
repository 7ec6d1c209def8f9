import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../clock.ts";
import type { Recorder } from "../history/recorder.ts";
import { query } from "../product/database.ts";
import type { Product } from "../product/product.ts";

export type ListObjects = () => readonly string[];

const hurry = { NODE_OPTIONS: `--import=${fileURLToPath(new URL("./hasten-sweep.mjs", import.meta.url))}` };
const [sweptWithinMs, yesterday] = [20_000, 2 * 24 * 60 * 60];

export const listFolder =
  (folder: string): ListObjects =>
  () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[0-9a-f]{8}-/u.test(entry.name) && !entry.parentPath.includes("/work"))
      .map(({ name }) => name);

/** Backdates everything without a message by two days and lets the server sweep. Then records the remaining objects, and those that rows name. */
export async function recordStorage(
  product: Product,
  recorder: Recorder,
  { workFolder, list }: { readonly workFolder: string; readonly list: ListObjects },
): Promise<void> {
  await product.end("SIGTERM");
  await product.start(hurry);
  await until(() => isSwept(product, workFolder), sweptWithinMs, "the sweep").catch(() => undefined);
  await recordObjects(product, recorder, { workFolder, list });
}

export async function recordObjects(
  product: Product,
  recorder: Recorder,
  { workFolder, list }: { readonly workFolder: string; readonly list: ListObjects },
): Promise<void> {
  const note = (f: "object" | "file-row", kind: string): void =>
    void recorder.write({ proc: "storage", f, type: "ok", kind });
  for (const name of list()) note("object", name);
  const rows = await query<{ id: string; preview: number | null; is_taken: boolean }>(
    product.dataDir,
    `select id, preview_bytes as preview, exists (select from messages where file_id = files.id) as is_taken from files`,
  );
  for (const { id, preview, is_taken: isTaken } of rows) {
    note("file-row", isTaken ? id : `${id} of no message`);
    if (preview !== null) note("file-row", `${id}.preview`);
  }
  const parts = await query<{ id: string }>(product.dataDir, "select id from upload_parts");
  for (const { id } of parts) note("file-row", `${id} of an upload`);
  for (const name of existsSync(workFolder) ? readdirSync(workFolder) : []) note("object", `work/${name}`);
}

async function isSwept({ dataDir }: Product, workFolder: string): Promise<boolean> {
  await query(dataDir, "update files set created_at = now() - interval '2 days' where not is_published");
  await query(dataDir, "update uploads set created_at = now() - interval '2 days', held_until = null");
  await query(dataDir, "update object_removals set due_at = now() - interval '1 second' where due_at > now()");
  const past = Date.now() / 1000 - yesterday;
  const unfinished = existsSync(workFolder) ? readdirSync(workFolder) : [];
  for (const name of unfinished) {
    try {
      utimesSync(join(workFolder, name), past, past);
    } catch {
      // The sweep has already deleted the object.
    }
  }
  const [left] = await query<{ rows: string }>(
    dataDir,
    `select (select count(*) from files where not is_published) + (select count(*) from uploads)
       + (select count(*) from object_removals) as rows`,
  );
  return Number(left?.rows) === 0 && unfinished.length === 0;
}
