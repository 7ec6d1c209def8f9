import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { silentLog } from "../../kernel/log.ts";
import { createFileInspector } from "./file-inspector.ts";
import type { FileOnDisk } from "./inspection.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-inspector-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string): FileOnDisk => ({ path: join(folder, name), bytes: 1, sha256: Buffer.alloc(32) });
const [ana, mihai] = [1, 2];

const openHere = (): readonly string[] =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });

test("[MSG-3l] a document is read while another person's picture is decoded; pictures wait", async () => {
  const inspector = createFileInspector({ clock: systemClock, log: silentLog });
  const [endless, picture, document] = [file("endless.jpg"), file("photo.jpg"), file("invoice.pdf")];
  writeFileSync(picture.path, Buffer.from([0xff, 0xd8, 0xff]));
  writeFileSync(document.path, "%PDF-1.4\n");
  // The first reader gets the head at once; the next open blocks forever.
  execFileSync("mkfifo", [endless.path]);
  const under = inspector.inspectFile(endless, ana);
  await writeFile(endless.path, Buffer.from([0xff, 0xd8, 0xff]));
  // Once the head has been read, the endless file is queued ahead of the next picture.
  await expect.poll(() => openHere().includes(endless.path)).toBe(false);
  const waiting = inspector.inspectFile(picture, mihai);
  expect(await inspector.inspectFile(document, mihai)).toMatchObject({ ok: true, value: { mime: "application/pdf" } });
  await inspector.stop();
  const busy = { ok: false, problem: "busy" };
  expect([await under, await waiting]).toEqual([busy, busy]);
});
