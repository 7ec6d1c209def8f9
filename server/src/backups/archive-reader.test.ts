import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { packTar } from "modern-tar";
import { afterAll, expect, test } from "vitest";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { type ArchiveTarget, readArchive } from "./archive-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-archive-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const header = JSON.stringify({
  format: 1,
  version: "0.1.0",
  database: "own",
  postgres: 18,
  begunAt: "",
  elsewhere: [],
  without: [],
});

/** Reads an archive of these entries; returns the error, and the names of the entries that would have been written. */
async function refusal(entries: readonly { readonly name: string; readonly text: string }[]) {
  const tar = await packTar(entries.map(({ name, text }) => ({ header: { name, size: text.length }, body: text })));
  const file = join(folder, "backup");
  writeFileSync(file, zstdCompressSync(tar));
  const written: string[] = [];
  const write = (name: string): Promise<void> => Promise.resolve(void written.push(name));
  const target: ArchiveTarget = { ending: ".", onHeader: () => Promise.resolve(), onFolder: write, onFile: write };
  const said = await readArchive({ file, identity: null }, target, () => undefined).then(() => "nothing", String);
  return { said, written };
}

test.each(["/tmp/lock", "../lock", "a/../../lock", "a//lock", "..\u001b[2J/../lock"])(
  "[KEEP-2a] an entry %j that leaves the folder is refused before any of it is written",
  async (name) => {
    const { said, written } = await refusal([
      { name: "backup.json", text: header },
      { name, text: "mine" },
    ]);
    expect(written).toEqual([]);
    expect(said).toContain(`it has an entry outside its folder, ${JSON.stringify(name)}`);
  },
);

test("[KEEP-2a] an archive that names an entry twice is refused at the second", async () => {
  const { said, written } = await refusal([
    { name: "backup.json", text: header },
    { name: "files", text: "" },
    { name: "files", text: "" },
  ]);
  expect([said, written]).toEqual([expect.stringContaining('it has two entries "files").'), ["files"]]);
});

test.each([
  ["it ends too early", (whole: Buffer) => whole.subarray(0, 60)],
  ["it is not an archive", () => Buffer.from("something else")],
])("[KEEP-2a] a damaged file is refused with the reason %j", async (reason, change) => {
  const file = join(folder, "damaged");
  const tar = await packTar([{ header: { name: "backup.json", size: header.length }, body: header }]);
  writeFileSync(file, change(zstdCompressSync(tar)));
  const nothing = (): Promise<void> => Promise.resolve();
  const target: ArchiveTarget = { ending: ".", onHeader: nothing, onFolder: nothing, onFile: nothing };
  await expect(readArchive({ file, identity: null }, target, () => undefined)).rejects.toThrow(
    `${file} is damaged or not a Cuplaj backup (${reason}).`,
  );
});

test("[KEEP-2a] an endless header or checksum list, however small its file, is not read into memory", async () => {
  const long = " ".repeat(2_000_000);
  const [ofHeader, ofSums] = [
    await refusal([{ name: "backup.json", text: header + long }]),
    await refusal([
      { name: "backup.json", text: header },
      { name: "checksums.sha256", text: long },
    ]),
  ];
  expect(ofHeader.said).toContain("backup.json is too long");
  expect(ofSums.said).toContain("its checksums do not match its contents");
});

const openFiles = (): readonly string[] =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });

test("[KEEP-2a] a small file that is refused after it was read completely is refused immediately", async () => {
  const file = join(folder, "unwanted");
  const tar = await packTar([
    { header: { name: "backup.json", size: header.length }, body: header },
    { header: { name: "files/long", size: 2_000_000 }, body: " ".repeat(2_000_000) },
  ]);
  writeFileSync(file, zstdCompressSync(tar));
  const write = (): Promise<void> => Promise.resolve();
  const onHeader = async (): Promise<void> => {
    await expect.poll(openFiles).not.toContain(file);
    throw new StartupProblem("not this one");
  };
  await expect(
    readArchive({ file, identity: null }, { ending: ".", onHeader, onFolder: write, onFile: write }, () => undefined),
  ).rejects.toThrow("not this one");
});
