import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { connectionSettings } from "../storage/database.ts";
import type { OwnCluster } from "../storage/open-storage.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { clusterName } from "./backup-format.ts";
import { addFolder, type FolderSource } from "./folder-entries.ts";

/** Files that PostgreSQL recreates at startup, or must not find then. */
const notCopied = /^(?:postmaster\.(?:pid|opts)|backup_label.*|\.s\.PGSQL\..*|global\/pg_control)$/u;
/** Folders that must exist at startup but be empty. */
const emptied = /^pg_(?:wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//u;
const passing = /(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init)(?:\/|$)/u;

export const clusterSource = ({ dataFolder }: OwnCluster): FolderSource => ({
  path: dataFolder,
  name: clusterName,
  isWanted: (path) => !notCopied.test(path) && !emptied.test(path) && !passing.test(path),
});

/** Copies the cluster, and the WAL written during the copy, with which the first start repairs half-written pages. */
export async function copyCluster(
  cluster: OwnCluster,
  archive: ArchiveWriter,
  onSnapshot: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connectionSettings(cluster.superuser));
  client.on("error", () => undefined);
  await client.connect();
  try {
    // The temporary slot retains the WAL until this connection ends.
    await client.query("select pg_create_physical_replication_slot('cuplaj_backup_' || pg_backend_pid(), true, true)");
    await client.query("select pg_backup_start('cuplaj backup', true)");
    await addFolder(archive, clusterSource(cluster));
    await archive.addBytes(`${clusterName}/global/pg_control`, await readWhole(controlFileOf(cluster)));
    await onSnapshot();
    const { label, last } = await endCopy(client);
    await archive.addBytes(`${clusterName}/backup_label`, Buffer.from(label));
    await addLog(cluster, archive, label, last);
  } finally {
    await client.end();
  }
}

const controlFileOf = ({ dataFolder }: OwnCluster): string => join(dataFolder, "global", "pg_control");

/** Reads a file that PostgreSQL may be writing, until two consecutive reads are equal. */
async function readWhole(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ;) {
    const found = await readFile(path);
    if (found.equals(before)) return found;
    before = found;
  }
}

/** Ends the backup; returns the label that startup needs, and the last WAL file. */
async function endCopy(client: pg.Client): Promise<{ label: string; last: string }> {
  const { rows } = await client.query<{ label: string; tablespaces: string; last: string }>(
    `select labelfile as label, coalesce(spcmapfile, '') as tablespaces, pg_walfile_name(lsn) as last
     from pg_backup_stop(false)`,
  );
  const [ended] = rows;
  if (ended === undefined || ended.tablespaces !== "")
    throw new Error("Cuplaj's own PostgreSQL has tablespaces elsewhere");
  return ended;
}

async function addLog({ dataFolder }: OwnCluster, archive: ArchiveWriter, label: string, last: string): Promise<void> {
  const first = /\(file ([0-9A-F]{24})\)/u.exec(label)?.[1] ?? "";
  const folder = join(dataFolder, "pg_wal");
  const isNeeded = (name: string): boolean => /^[0-9A-F]{24}$/u.test(name) && name >= first && name <= last;
  const names = (await readdir(folder)).filter(isNeeded).toSorted();
  if (names[0] !== first || names.at(-1) !== last) throw new Error(`the log from ${first} to ${last} is not there`);
  for (const name of names) await archive.addFile(`${clusterName}/pg_wal/${name}`, join(folder, name));
}
