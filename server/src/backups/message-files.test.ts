import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { backUp, type CopiedDatabase } from "./back-up.ts";

const root = mkdtempSync(join(tmpdir(), "cuplaj-message-files-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const id = "0123abcd-0000-4000-8000-000000000000";
const [here, there] = ["storage-here", "storage-there"];

/** Backs up one file of a message; `during` runs after the database was copied and before the files are. */
async function backUpOne(
  during: (file: string) => void,
  after: { readonly storage: string | null; readonly find?: () => void; readonly url?: string },
) {
  const [folder, to] = [mkdtempSync(join(root, "files-")), mkdtempSync(join(root, "to-"))];
  mkdirSync(join(folder, "01/23"), { recursive: true });
  writeFileSync(join(folder, "01/23", id), "content");
  const database: CopiedDatabase = {
    ...{ kind: "own", major: 18, bytes: () => Promise.resolve(0) },
    async copy(_archive, onSnapshot) {
      await onSnapshot(null);
      during(join(folder, "01/23", id));
    },
  };
  let calls = 0;
  const files = {
    find() {
      calls += 1;
      if (calls === 2) after.find?.();
      const isFolder = after.url === undefined;
      return Promise.resolve({
        inside: isFolder ? [{ storageId: here, name: "files", folder }] : [],
        elsewhere: [],
        outOfReach: isFolder ? [] : [{ storageId: here, url: after.url }],
      });
    },
    list: () => Promise.resolve(new Map([[here, new Set([id])]])),
    storagesOf: () => Promise.resolve(new Map(after.storage === null ? [] : [[id, after.storage]])),
  };
  const progress = { clock: systemClock, say: (): void => undefined, isTerminal: false };
  const parts = { dataDir: root, database, files, version: "0.1.0", recipients: [], progress, stop: null };
  const said = await backUp(parts, join(to, "backup")).then(({ without }) => without.join(), String);
  return { said, left: readdirSync(to) };
}

const remove = (file: string): void => rmSync(file);

test("[KEEP-1c] a backup has each file that its database names, and only those deleted meanwhile may be missing", async () => {
  expect(await backUpOne(() => undefined, { storage: here })).toEqual({ said: "", left: ["backup"] });
  expect(await backUpOne(remove, { storage: null })).toEqual({ said: "", left: ["backup"] });
});

test("[KEEP-1c] a backup during which files move or their folder goes away fails, and leaves nothing behind", async () => {
  const movedAway = "StartupProblem: The files of messages were moved in the meantime: run the backup again.";
  expect(await backUpOne(remove, { storage: there })).toEqual({ said: movedAway, left: [] });
  let path = "";
  const take = (file: string): void => rmSync((path = file));
  const putBack = (): void => writeFileSync(path, "content");
  expect(await backUpOne(take, { storage: here, find: putBack })).toEqual({ said: movedAway, left: [] });
  const refuse = (): never => {
    throw new Error("away");
  };
  expect(await backUpOne(remove, { storage: here, find: refuse })).toEqual({ said: "Error: away", left: [] });
});

test("[KEEP-1c] a file that the storage lost for good is counted", async () => {
  const { said, left } = await backUpOne(remove, { storage: here });
  expect([said, left]).toEqual(["Message files that the storage lost, and the backup lacks: 1.", ["backup"]]);
});

test("[KEEP-1c] a backup names S3 storage, whose files it leaves out", async () => {
  const url = "s3://bucket/?region=us-east-1";
  const { said, left } = await backUpOne(() => undefined, { storage: here, url });
  expect([said, left]).toEqual([`The backup does not contain the files in ${url}: back them up too.`, ["backup"]]);
});
