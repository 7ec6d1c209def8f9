import type { Opened } from "../command-line/command.ts";
import { openFileStorages } from "../files/storage/open-file-storages.ts";
import { createFileStore } from "../files/storage/store.pg.ts";
import { createStorageRows } from "../files/storage/storages.pg.ts";
import { erasePerson } from "../personal-data/erase-person.ts";
import { exportPerson } from "../personal-data/export-person.ts";
import { createPersonalDataStore } from "../personal-data/store.pg.ts";
import type { Config } from "../settings/config.ts";
import type { OpenStorage } from "../storage/open-storage.ts";

export function personalDataByCommand(
  { storageUrl, dataDir }: Pick<Config, "storageUrl" | "dataDir">,
  { pool }: Pick<OpenStorage, "pool">,
): Opened["personalData"] {
  const store = createPersonalDataStore(pool);
  return {
    find: (username) => store.find(username),
    async export(personId, folder) {
      const storages = await openFileStorages({ rows: createStorageRows(pool), storageUrl, dataDir });
      return await exportPerson({ store, files: createFileStore(pool), storages }, personId, folder);
    },
    erase: (personId, say) => erasePerson({ store, say }, personId),
  };
}
