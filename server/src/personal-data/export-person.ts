import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openFile, type OpenFileParts } from "../files/storage/open-file.ts";
import type { PersonalDataStore } from "./store.ts";

interface ExportParts extends OpenFileParts {
  readonly store: PersonalDataStore;
}

/** The result of an export; `lost` counts files that are missing from the storage. */
export interface ExportEnd {
  readonly rows: number;
  readonly files: number;
  readonly lost: number;
}

/** PERS-1: writes a person's data into a new folder with mode 0700: a JSON file per table, and the files they sent. */
export async function exportPerson(
  { store, files, storages }: ExportParts,
  personId: number,
  folder: string,
): Promise<ExportEnd> {
  mkdirSync(folder, { mode: 0o700 });
  const sentFolder = join(folder, "files");
  mkdirSync(sentFolder, { mode: 0o700 });
  let total = 0;
  const sent = await store.readAll(personId, (table, rows) => {
    if (rows.length === 0) return;
    total += rows.length;
    const text = `${JSON.stringify(rows, null, 2)}\n`;
    writeFileSync(join(folder, `${table}.json`), text, { mode: 0o600, flag: "wx" });
  });
  let lost = 0;
  for (const file of sent) {
    const bytes = await openFile({ files, storages }, file, "whole");
    // The id at the beginning keeps names unique on any file system.
    const path = join(sentFolder, `${file.id} ${pathSafe(file.name)}`);
    if (bytes === null) lost += 1;
    else await pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: "wx" }));
  }
  await store.noteExport(personId);
  return { rows: total, files: sent.length - lost, lost };
}

/** At three bytes each in UTF-8, and with the id, these fit into the 255 bytes of a file name. */
const nameUnitsMax = 72;

const pathSafe = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, nameUnitsMax);
