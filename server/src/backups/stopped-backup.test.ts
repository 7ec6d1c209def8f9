import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { shownBytes } from "../kernel/shown-bytes.ts";
import { type ArchiveWriter, writeArchive } from "./archive-writer.ts";
import { backUp } from "./back-up.ts";
import { requireRoomToLoad, restore } from "./restore.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-stopped-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ports = { progress: { clock: systemClock, say: (): void => undefined, isTerminal: false } };

async function backUpThousand(stop: AbortController | null = null, ending: Error | null = null) {
  const file = join(mkdtempSync(join(folder, "made-")), "backup");
  writeFileSync(`${file}.part`, "of before");
  const left = (): string[] => readdirSync(join(file, "..")).filter((name) => name !== "backup.part");
  const database = {
    ...({ kind: "own", major: 18, bytes: () => Promise.resolve(1000) } as const),
    async copy(archive: { addBytes(name: string, bytes: Uint8Array): Promise<void> }) {
      stop?.abort(new Error("stopped"));
      await archive.addBytes("postgres", new Uint8Array(1000));
      if (ending !== null) throw ending;
    },
  };
  const parts = {
    dataDir: join(folder, "none"),
    database,
    files: null,
    version: "0.1.0",
    ...{ recipients: [], stop: stop?.signal ?? null },
    ...ports,
  };
  const end = await backUp(parts, file).then(() => "made", String);
  return { file, end, left: left() };
}

test("[KEEP-1a] an aborted backup leaves nothing behind, and the leftovers of a killed one do not prevent the next", async () => {
  expect(await backUpThousand(new AbortController())).toMatchObject({ end: "Error: stopped", left: [] });
  expect(await backUpThousand()).toMatchObject({ end: "made", left: ["backup"] });
});

test.each([
  [new Error("Connection terminated unexpectedly"), "The connection to the database was lost (Connection terminated"],
  [Object.assign(new Error("reset"), { code: "ECONNRESET", syscall: "read" }), "was lost (ECONNRESET)"],
  [Object.assign(new Error("io"), { code: "EIO", syscall: "scandir", path: "/a/b" }), "/a/b cannot be read (EIO)."],
])("[KEEP-1a] a backup that ends by %s says so, and leaves nothing behind", async (ending, says) => {
  const { end, left } = await backUpThousand(null, ending);
  expect([end, left]).toEqual([expect.stringContaining(says), []]);
});

test("[KEEP-1a] a backup that cannot be written says so", async () => {
  const write = async (archive: ArchiveWriter): Promise<void> => {
    for (let number = 0; number < 100; number += 1) await archive.addBytes(`entry${number}`, new Uint8Array(100_000));
  };
  const made = writeArchive({ file: "/nowhere/at-all", recipients: [] }, write, () => undefined);
  await expect(made).rejects.toThrow("The backup /nowhere/at-all cannot be written (ENOENT): no");
});

test("[KEEP-1a] of two backups under one name, the second to end fails, and the first stays as it is", async () => {
  const file = join(mkdtempSync(join(folder, "both-")), "backup");
  const write = (text: string, meanwhile: () => Promise<void>): Promise<void> =>
    writeArchive(
      { file, recipients: [] },
      async (archive) => {
        await archive.addBytes("entry", Buffer.from(text));
        await meanwhile();
      },
      () => undefined,
    );
  let first = Buffer.alloc(0);
  const second = write("second", async () => {
    await write("first", () => Promise.resolve());
    first = readFileSync(file);
  });
  await expect(second).rejects.toThrow(`${file} already exists: choose another name.`);
  expect(readFileSync(file)).toEqual(first);
  expect(readdirSync(join(file, ".."))).toEqual(["backup"]);
});

test("[KEEP-2a] a restore stops before an entry that exceeds the free disk space, and leaves the folder empty", async () => {
  const { file } = await backUpThousand();
  const dataDir = mkdtempSync(join(folder, "restored-"));
  const free = [256 * 1024 * 1024 + 999];
  const parts = {
    ...{ dataDir, ...ports, freeBytesOf: () => Promise.resolve(free[0] ?? 0), checkHeader: () => Promise.resolve() },
    isTrial: false,
    bringUp: () => Promise.resolve(0),
  };
  await expect(restore(parts, { file, identity: null })).rejects.toThrow(
    "has no space for postgres of the backup (1.0 kB): nothing was",
  );
  expect(readdirSync(dataDir)).not.toContain("restoring");
  expect(readdirSync(dataDir)).not.toContain("postgres");
  free[0] = 256 * 1024 * 1024 + 1000;
  expect(await restore(parts, { file, identity: null })).toMatchObject({ filesMissing: 0 });
  expect(readdirSync(dataDir)).toContain("postgres");
});

test("[KEEP-2a] rows that the disk has no space to load, with their indexes and log, are refused", async () => {
  const rows = mkdtempSync(join(folder, "rows-"));
  writeFileSync(join(rows, "00000001"), "x".repeat(1000));
  const loadInto = (free: number): Promise<void> => requireRoomToLoad(rows, () => Promise.resolve(free));
  const needed = 2000 + 1024 ** 3;
  await expect(loadInto(needed - 1)).rejects.toThrow(
    `Loading the backup's rows needs ${shownBytes(needed)} of ${folder}, `,
  );
  await loadInto(needed);
});
