import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { hostileNames } from "../../testing/hostile/hostile-names.ts";
import { hostilePictures } from "../../testing/hostile/hostile-pictures.ts";
import { startInspection } from "../../testing/hostile/inspected-file.ts";
import { usualMediaLimits } from "./media-process.ts";

const ana = 1;
const { media, stored, expectInspected } = startInspection();

function peakMemory(): number | null {
  const status = readFileSync(`/proc/${media.pid()}/status`, "utf8");
  const found = /^VmHWM:\s+(\d+) kB$/mu.exec(status)?.[1];
  return found === undefined ? null : Number(found) * 1024;
}

describe("60 hostile files", () => {
  test("[MSG-3l] there are at least 60, all different", () => {
    const titles = [...hostileNames, ...hostilePictures].map(({ title }) => title);
    expect(titles.length).toBeGreaterThanOrEqual(60);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test.each(hostileNames)("[MSG-3j] $title", (file) => expectInspected(file));

  test.each(hostilePictures)("[MSG-3l] [MSG-3m] $title", (file) => expectInspected(file));

  test("[MSG-3l] an invalid path is a failure, not a crash", async () => {
    const pid = media.pid();
    expect(await media.inspectFile({ path: "poza\0.png", bytes: 1, sha256: Buffer.alloc(32) }, ana)).toEqual({
      ok: false,
      problem: "failed",
    });
    expect(media.pid()).toBe(pid);
  });

  test("[MSG-3l] [MSG-3m] after all of them the process still reads a picture, never crashed, and stayed within its memory", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
      "base64",
    );
    expect(await media.inspectFile(stored("bun.png", png), ana)).toMatchObject({ ok: true });
    expect(peakMemory()).toBeLessThan(usualMediaLimits.memoryBytesMax);
  });
});
