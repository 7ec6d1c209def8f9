import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { hostileNames } from "../testing/hostile/hostile-names.ts";
import { hostilePictures } from "../testing/hostile/hostile-pictures.ts";
import type { FileOnDisk } from "./inspection.ts";
import { createMediaProcess, usualMediaLimits } from "./media-process.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-hostile-"));
const ana = 1;
const media = createMediaProcess({ clock: systemClock, log: silentLog });
afterAll(async () => {
  await media.stop();
  rmSync(folder, { recursive: true });
});

function stored(name: string, content: Buffer): FileOnDisk {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
}

/** The most memory that the media process has had, in bytes; null where the system does not say. */
function peakMemory(): number | null {
  const status = readFileSync(`/proc/${media.pid()}/status`, "utf8");
  const found = /^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1];
  return found === undefined ? null : Number(found) * 1024;
}

describe("60 hostile files", () => {
  const groups = {
    "[MSG-3j] [MSG-3n]": hostileNames,
    "[MSG-3l] [MSG-3m]": hostilePictures,
  };
  const files = Object.entries(groups).flatMap(([rules, group]) => group.map((file) => ({ ...file, rules })));

  test("[MSG-3l] are at least 60, of which each is another", () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    expect(new Set(files.map(({ title }) => title)).size).toBe(files.length);
  });

  test.each(files)("$rules $title", async ({ name, make, expected }) => {
    const given = stored(name, await make());
    const inspection = await media.inspectFile(given, ana);
    if (typeof expected === "string") {
      expect(inspection).toEqual({ ok: false, problem: expected });
      return;
    }
    if (!inspection.ok) throw new Error(inspection.problem);
    const { without, ...facts } = expected;
    const { file, preview, placeholder } = inspection.value;
    expect(inspection.value).toMatchObject(facts);
    const bytes = readFileSync(file.path);
    expect({ bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest() }).toEqual({
      bytes: file.bytes,
      sha256: file.sha256,
    });
    if (without !== undefined) expect(bytes.includes(without)).toBe(false);
    const isPicture = expected.mime.startsWith("image/");
    expect([preview !== null, placeholder !== null]).toEqual([isPicture, isPicture]);
  });

  test("[MSG-3l] a path that is none is a failure, not a crash", async () => {
    const pid = media.pid();
    expect(await media.inspectFile({ path: "poza\0.png", bytes: 1, sha256: Buffer.alloc(32) }, ana)).toEqual({
      ok: false,
      problem: "failed",
    });
    expect(media.pid()).toBe(pid);
  });

  test("[MSG-3l] after all of them the process reads a picture, and its memory kept to its limit", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
      "base64",
    );
    expect(await media.inspectFile(stored("bun.png", png), ana)).toMatchObject({ ok: true });
    expect(peakMemory()).toBeLessThan(usualMediaLimits.memoryBytesMax);
  });
});
