import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { silentLog } from "../../kernel/log.ts";
import type { FileOnDisk } from "../../files/inspection/inspection.ts";
import { createMediaProcess } from "../../files/inspection/media-process.ts";
import { FakeClock } from "../realtime/fake-clock.ts";
import type { HostileFile } from "./hostile-file.ts";

const ana = 1;

/** Starts a media process without time limits for the tests of a file, and makes a folder for its input. */
export function startInspection() {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-hostile-"));
  const media = createMediaProcess({ clock: new FakeClock(), log: silentLog });
  afterAll(async () => {
    await media.stop();
    rmSync(folder, { recursive: true });
  });

  function stored(name: string, content: Buffer): FileOnDisk {
    const path = join(folder, name);
    writeFileSync(path, content);
    return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
  }

  /** Checks the result: a stored file must match its hash and contain nothing that must be removed. */
  async function expectInspected({ name, make, expected }: HostileFile): Promise<void> {
    const inspection = await media.inspectFile(stored(name, await make()), ana);
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
  }

  return { media, stored, expectInspected };
}
