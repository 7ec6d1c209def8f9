import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { processTree } from "../process-usage.ts";

test("[PERF-6] counts a process with all its descendants", async () => {
  const child = spawn("sh", ["-c", "sh -c 'sleep 30 & echo $!; wait' & wait"], { detached: true });
  const pid = child.pid ?? 0;
  onTestFinished(() => void process.kill(-pid));
  const [line] = await once(child.stdout, "data");
  const tree = processTree(pid);
  expect(tree[0]).toBe(pid);
  expect(tree).toContain(Number(String(line)));
  expect(tree).not.toContain(process.pid);
});
