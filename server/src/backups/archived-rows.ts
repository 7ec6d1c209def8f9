import { createReadStream } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { Type, type Static } from "typebox";
import { Parse } from "typebox/schema";
import { nullWhereAbsent } from "../kernel/disk-trouble.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { contentsName, tablesName } from "./backup-format.ts";
import type { RowSource } from "./row-source.ts";

/** The tables of a backup. This entry follows their rows, since it includes the row counts. */
const Contents = Type.Object({
  migration: Type.String(),
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Type.Integer({ minimum: 0 }) }),
  ),
  sequences: Type.Array(
    Type.Object({
      ...{ table: Type.String(), column: Type.String() },
      ...{ value: Type.Integer(), isCalled: Type.Boolean() },
    }),
  ),
});

/** An entry begins with its size, so a table is written in pieces of about this many bytes, each collected in memory. */
const pieceBytes = 8 * 1024 * 1024;

/** Adds each table as numbered pieces; concatenated in order, they are the input of `COPY`. */
export async function addRows(archive: ArchiveWriter, source: RowSource): Promise<void> {
  await archive.addFolder(tablesName);
  const tables: Static<typeof Contents>["tables"] = [];
  for (const table of source.tables) {
    const folder = `${tablesName}/${table.name}`;
    await archive.addFolder(folder);
    const { text, rows } = source.read(table);
    let number = 0;
    for await (const piece of piecesOf(text)) {
      number += 1;
      await archive.addBytes(`${folder}/${String(number).padStart(8, "0")}`, piece);
    }
    tables.push({ name: table.name, columns: [...table.columns], rows: rows() });
  }
  const contents = { migration: source.migration, tables, sequences: await source.readSequences() };
  await archive.addBytes(contentsName, Buffer.from(`${JSON.stringify(contents, null, 2)}\n`));
}

async function* piecesOf(text: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [chunks, bytes] = [[] as Uint8Array[], 0];
  for await (const chunk of text) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(chunks);
    [chunks, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

/** Opens the rows of an unpacked backup. */
export async function archivedRows(folder: string): Promise<RowSource> {
  const { migration, tables, sequences } = await readContents(join(folder, contentsName));
  const rowsOf = new Map(tables.map(({ name, rows }) => [name, rows]));
  return {
    ...{ migration, tables, readSequences: () => Promise.resolve(sequences) },
    read: ({ name }) => ({
      text: Readable.from(readPieces(join(folder, tablesName, name)), { objectMode: false }),
      rows: () => rowsOf.get(name) ?? 0,
    }),
  };
}

async function readContents(path: string): Promise<Static<typeof Contents>> {
  try {
    return Parse(Contents, JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    throw new StartupProblem(`The backup is damaged (${contentsName} is missing or invalid).`, { cause: error });
  }
}

async function* readPieces(folder: string): AsyncGenerator<Uint8Array> {
  // Without its folder, the table has fewer rows than it should, which the loading reports.
  for (const name of ((await readdir(folder).catch(nullWhereAbsent)) ?? []).toSorted())
    yield* createReadStream(join(folder, name));
}

export async function removeRows(folder: string): Promise<void> {
  for (const name of [tablesName, contentsName]) await rm(join(folder, name), { recursive: true, force: true });
}
