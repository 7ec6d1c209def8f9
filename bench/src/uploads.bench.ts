import type { BenchReport } from "./bench-report.ts";
import { median } from "./median.ts";
import { forgetPeak, peakResidentBytes, residentBytes } from "./process-usage.ts";
import { formFile } from "./uploads/form-file.ts";
import { UploadStage } from "./uploads/upload-stage.ts";

const mebibyte = 1024 * 1024;
const FILE_BYTES = 25 * mebibyte;
const AT_ONCE = 50;
const SPEED_MIN = 0.7;
const GROWTH_MIB_MAX = 100;

type Round = { readonly productMs: number; readonly sinkMs: number };
type Memory = { readonly beforeMib: number; readonly peakMib: number; readonly allMs: number };

/** PERF-10: the duration of a 25 MiB upload relative to a plain server that stores it, and the memory that 50 uploads at once take. */
export async function benchUploads(isQuick: boolean): Promise<BenchReport> {
  const form = formFile(FILE_BYTES);
  const stage = await UploadStage.open();
  try {
    const memory = await measureMemory(stage, form);
    const rounds: Round[] = [];
    await measureRound(stage, form, 0);
    for (let round = 1; round <= (isQuick ? 3 : 11); round += 1) rounds.push(await measureRound(stage, form, round));
    return reportOf(rounds, memory);
  } finally {
    await stage.close();
  }
}

/** How much the memory grows beyond that after startup and one small file. */
async function measureMemory(stage: UploadStage, form: ReturnType<typeof formFile>): Promise<Memory> {
  const { pid } = stage.subject;
  await stage.upload(formFile(1000), 1);
  const beforeMib = residentBytes(pid) / mebibyte;
  forgetPeak(pid);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => stage.upload(form, index + 1)));
  const memory = { beforeMib, peakMib: peakResidentBytes(pid) / mebibyte, allMs: performance.now() - startedAt };
  console.log(
    `${AT_ONCE} at once: ${beforeMib.toFixed(0)} MiB before, at most ${memory.peakMib.toFixed(0)} MiB, ${memory.allMs.toFixed(0)} ms`,
  );
  return memory;
}

/** Measures both servers, alternating which goes first. */
async function measureRound(stage: UploadStage, form: ReturnType<typeof formFile>, round: number): Promise<Round> {
  const isProductFirst = round % 2 === 0;
  const first = isProductFirst ? await stage.upload(form, 1 + round) : await stage.sink(form);
  const second = isProductFirst ? await stage.sink(form) : await stage.upload(form, 1 + round);
  const measured = isProductFirst ? { productMs: first, sinkMs: second } : { productMs: second, sinkMs: first };
  console.log(`product ${measured.productMs.toFixed(0)} ms, sink ${measured.sinkMs.toFixed(0)} ms`);
  return measured;
}

function reportOf(rounds: readonly Round[], memory: Memory): BenchReport {
  const [productMs, sinkMs] = [
    median(rounds.map((round) => round.productMs)),
    median(rounds.map((round) => round.sinkMs)),
  ];
  const speed = median(rounds.map((round) => round.sinkMs / round.productMs));
  const growthMib = memory.peakMib - memory.beforeMib;
  const rate = (ms: number): string => (FILE_BYTES / mebibyte / (ms / 1000)).toFixed(0);
  return {
    name: "uploads",
    gates: [
      {
        title: "speed of an upload beside a plain sink on the same disk",
        value: speed,
        limit: SPEED_MIN,
        unit: "",
        isFloor: true,
      },
      {
        title: `growth of the server's memory with ${AT_ONCE} uploads at once`,
        value: growthMib,
        limit: GROWTH_MIB_MAX,
        unit: "MiB",
      },
    ],
    lines: [
      "| 25 MiB by multipart | median ms | MiB/s |",
      "| --- | ---: | ---: |",
      `| the product | ${productMs.toFixed(0)} | ${rate(productMs)} |`,
      `| a plain sink | ${sinkMs.toFixed(0)} | ${rate(sinkMs)} |`,
      "",
      `${AT_ONCE} at once took ${(memory.allMs / 1000).toFixed(1)} s; the server went from ${memory.beforeMib.toFixed(0)} MiB to at most ${memory.peakMib.toFixed(0)} MiB.`,
    ],
    figures: { rounds, memory },
  };
}
