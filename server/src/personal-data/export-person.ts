import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openFile, type OpenFileParts } from "../files/storage/open-file.ts";
import type { PersonalDataStore } from "./store.ts";

interface ExportParts extends OpenFileParts {
  readonly store: PersonalDataStore;
}

/** What an export came to; `lost` are files whose bytes the storage no longer has. */
export interface ExportEnd {
  readonly rows: number;
  readonly files: number;
  readonly lost: number;
}

/** PERS-1: writes all that is stored about a person into a new folder, for us alone: a JSON file of each table, and the files that they sent. */
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
    // Its name is the person's; what stands before it makes it another file's on no disk.
    const path = join(sentFolder, `${file.id} ${pathSafe(file.name)}`);
    if (bytes === null) lost += 1;
    else await pipeline(bytes, createWriteStream(path, { mode: 0o600, flags: "wx" }));
  }
  await store.noteExport(personId);
  return { rows: total, files: sent.length - lost, lost };
}

/** In UTF-8 three bytes each at most: with the id before it, the 255 that disks take. */
const nameUnitsMax = 72;

/** A name that is a file's on any disk. */
const pathSafe = (name: string): string => name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, nameUnitsMax);
