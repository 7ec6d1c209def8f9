import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sleep } from "../clock.ts";
import type { Stage } from "../history-run.ts";
import { type FaultRun, noteFault, type ReportNotes, type RunResult } from "../run.ts";
import { fileLoad } from "./file-load.ts";
import { runFiles } from "./file-runs.ts";
import { listFolder } from "./storage-census.ts";

const [smallMib, largeMib, fullMs] = [6, 400, 6000];

export const fileFullDisk: FaultRun = {
  name: "file-full-disk",
  about: `MSG-3r: the disk for files has ${smallMib} MiB: full for ${fullMs / 1000} s, then it has room again`,
  async run(context) {
    if (process.getuid?.() !== 0) return { kind: "skipped", why: "mounting a small disk needs root" };
    const folder = mkdtempSync(join(tmpdir(), "cuplaj-full-"));
    const mount = (options: string): void =>
      void execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
    const leave = (): void => {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    };
    try {
      mount(`size=${smallMib}m`);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      return { kind: "skipped", why: `this machine mounts no tmpfs: ${String(error)}` };
    }
    process.once("exit", leave);
    try {
      const settings = { STORAGE_URL: pathToFileURL(folder).href };
      const storageOf = () => ({ workFolder: join(folder, "work"), list: listFolder(folder) });
      const trouble = (stage: Stage): Promise<ReportNotes> =>
        giveRoomLater(stage, () => mount(`remount,size=${largeMib}m`));
      const load = fileLoad({ seconds: (fullMs + 3000) / 1000, cutShare: 0.2, trouble, storageOf });
      let wrong: string | null = null;
      const judged = {
        ...load,
        name: "file-full-disk",
        product: { settings },
        async afterwards(stage: Stage) {
          wrong = whatIsWrong(stage);
          return await load.afterwards?.(stage);
        },
      };
      const result: RunResult = await runFiles(judged, context);
      return result.kind === "passed" && wrong !== null ? { kind: "failed", why: wrong } : result;
    } finally {
      process.off("exit", leave);
      leave();
    }
  },
};

async function giveRoomLater({ recorder }: Stage, enlarge: () => void): Promise<ReportNotes> {
  await sleep(fullMs);
  enlarge();
  noteFault(recorder, "room");
  return { "full for (ms)": fullMs };
}

/** Checks that files were refused only while the disk was full, and texts never. */
function whatIsWrong({ recorder: { lines } }: Stage): string | null {
  const files = new Set(lines.filter(({ f }) => f === "upload").map(({ key }) => key));
  const roomAt = lines.find(({ f, kind }) => f === "fault" && kind === "room")?.t_mono ?? 0;
  const answers = lines.filter(({ f, type }) => f === "publish" && type !== "invoke");
  const texts = answers.filter(({ key }) => !files.has(key));
  const refused = lines.filter(({ f, kind }) => f === "refused" && kind === "storage_full");
  const after = answers.filter(({ key, type, t_mono: at }) => files.has(key) && type === "ok" && at > roomAt);
  // A refusal may be recorded a moment after there is space again.
  const late = refused.filter(({ t_mono: at }) => at > roomAt + 1000);
  const other = lines.find(({ f, kind }) => f === "refused" && kind !== "storage_full");
  if (refused.length < 5) return `only ${refused.length} files were refused with storage_full`;
  if (other !== undefined) return `a file was refused with ${other.kind}`;
  if (late.length > 0) return "a file was refused though there was room again";
  if (after.length < 5) return `only ${after.length} files arrived once there was room again`;
  const badText = texts.find(({ type }) => type !== "ok");
  return badText === undefined ? null : `a text was answered ${String(badText.value)}`;
}
