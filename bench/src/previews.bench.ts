import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { systemClock } from "../../server/src/kernel/clock.ts";
import { silentLog } from "../../server/src/kernel/log.ts";
import type { FileOnDisk } from "../../server/src/files/inspection/inspection.ts";
import { createMediaProcess } from "../../server/src/files/inspection/media-process.ts";
import type { BenchReport } from "./bench-report.ts";
import { median } from "./median.ts";
import { cpuTime } from "./process-usage.ts";

const [width, height] = [4000, 3000];
const previewSide = 960;
const ratioMax = 1.3;

interface Round {
  readonly productMs: number;
  readonly sharpMs: number;
  readonly productCpuMs: number;
  readonly sharpCpuMs: number;
}

/** Compares a 12 MP photo's way from upload to preview through the media process with `sharp` making only the preview. */
export async function benchPreviews(isQuick: boolean): Promise<BenchReport> {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-previews-"));
  const media = createMediaProcess({ clock: systemClock, log: silentLog });
  try {
    const photo = await writePhoto(join(folder, "photo.jpg"));
    // A warm-up: the first round starts the process and loads the decoder.
    await runRound(media, photo);
    const rounds: Round[] = [];
    for (let left = isQuick ? 15 : 31; left > 0; left -= 1) rounds.push(await runRound(media, photo));
    return report(photo, rounds);
  } finally {
    await media.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Writes a photo like those of phones, with noise, a location and an orientation. */
async function writePhoto(path: string): Promise<FileOnDisk> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const content = await sharp({ create: { width, height, channels: 3, background: "#888", noise } })
    .blur(1.1)
    .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "46/1 46/1 12/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
  writeFileSync(path, content);
  return { path, bytes: content.length, sha256: createHash("sha256").update(content).digest() };
}

const senderId = 1;

async function runRound(media: ReturnType<typeof createMediaProcess>, photo: FileOnDisk): Promise<Round> {
  const pid = media.pid();
  const cpuBefore = pid === null ? 0 : cpuMs(pid);
  const productMs = await timed(async () => {
    const { ok } = await media.inspectFile(photo, senderId);
    if (!ok) throw new Error("the photo was refused");
  });
  const productCpuMs = cpuMs(media.pid() ?? 0) - cpuBefore;
  const usageBefore = process.cpuUsage();
  const sharpMs = await timed(() =>
    sharp(photo.path)
      .autoOrient()
      .resize({ width: previewSide, height: previewSide, fit: "inside" })
      .webp({ quality: 78 })
      .toFile(`${photo.path}.sharp`),
  );
  const { user, system } = process.cpuUsage(usageBefore);
  return { productMs, sharpMs, productCpuMs, sharpCpuMs: (user + system) / 1000 };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function cpuMs(pid: number): number {
  const { userSeconds, systemSeconds } = cpuTime(pid);
  return (userSeconds + systemSeconds) * 1000;
}

function report(photo: FileOnDisk, rounds: readonly Round[]): BenchReport {
  const of = (pick: (round: Round) => number): number => median(rounds.map(pick));
  const ms = (pick: (round: Round) => number): string => of(pick).toFixed(0);
  return {
    name: "previews",
    gates: [
      {
        title: "time of a file through the media process against sharp's of its preview alone, median of rounds",
        value: of(({ productMs, sharpMs }) => productMs / sharpMs),
        limit: ratioMax,
        unit: "",
      },
    ],
    lines: [
      `${rounds.length} rounds in turn, a JPEG of 12 MP and ${(photo.bytes / 1e6).toFixed(1)} MB, medians.`,
      "",
      "| | ms | CPU ms |",
      "| --- | ---: | ---: |",
      `| type, personal data removed and the rest written, sum, preview, placeholder | ${ms((round) => round.productMs)} | ${ms((round) => round.productCpuMs)} |`,
      `| \`sharp\`: the preview | ${ms((round) => round.sharpMs)} | ${ms((round) => round.sharpCpuMs)} |`,
    ],
    figures: rounds,
  };
}
