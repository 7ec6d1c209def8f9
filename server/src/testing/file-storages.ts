import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStorages } from "../files/storage/object-storage.ts";
import { openFileStorages } from "../files/storage/open-file-storages.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import type { TestDatabase } from "./database.ts";
import { endHere } from "./at-end.ts";

export interface TestStorages {
  readonly storages: FileStorages;
  /** A folder that is removed after the test file. */
  readonly folder: string;
}

export async function openTestStorages({ pool }: Pick<TestDatabase, "pool">): Promise<TestStorages> {
  const dataDir = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
  endHere(() => rmSync(dataDir, { recursive: true, force: true }));
  const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl: null, dataDir });
  return { storages, folder: join(dataDir, "files") };
}
