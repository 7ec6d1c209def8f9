import { expect, it, vi } from "vitest";
import { processorSeconds } from "./processor-time.mjs";
import { runProgram, secondsIn } from "./run-program.mjs";

const run = (code: string) => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const settings = { cwd: "/", env: process.env, timeoutMs: 100_000 };
  return runProgram(process.execPath, ["-e", code], settings).finally(() => vi.restoreAllMocks());
};

it("[RUN-2] the processor time of a program and its children is summed from the shell's output", () => {
  expect(secondsIn("0m0.010s 0m0.020s\n1m1.230s 0m2.500s\n")).toBeCloseTo(63.76);
  expect(secondsIn("")).toBe(0);
});

it("[RUN-2] a program's output, exit code and processor time are reported, including its children's", async () => {
  const work = "const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);";
  const ended = await run(
    `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(work)}]); console.log("done"); process.exitCode = 3`,
  );
  expect(ended).toMatchObject({ text: "done\n", exitCode: 3 });
  expect(ended.usedSeconds).toBeGreaterThan(0.3);
});

it("[RUN-2] this process has used processor time, and a missing one has not", () => {
  expect(processorSeconds("self")).toBeGreaterThan(0);
  expect(processorSeconds(2 ** 30)).toBe(0);
});
