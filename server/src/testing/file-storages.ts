import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStorages } from "../files/storage/object-storage.ts";
import { openFileStorages } from "../files/storage/open-file-storages.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import type { TestDatabase } from "./database.ts";
import { endHere } from "./at-end.ts";

/** The storage of a test's database. */
export interface TestStorages {
  readonly storages: FileStorages;
  /** Where it lies, gone after the test file. */
  readonly folder: string;
}

/** Makes one as a first start does. */
export async function openTestStorages({ pool }: Pick<TestDatabase, "pool">): Promise<TestStorages> {
  const dataDir = mkdtempSync(join(tmpdir(), "cuplaj-test-"));
  endHere(() => rmSync(dataDir, { recursive: true, force: true }));
  const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl: null, dataDir });
  return { storages, folder: join(dataDir, "files") };
}
