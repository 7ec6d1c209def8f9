import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { vi } from "vitest";

interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
}

export interface BootedMachine {
  inside(path: string): string;
  /** Runs a shell command as root. */
  run(command: string): Ended;
  stop(): Promise<void>;
}

/** Boots a Debian with systemd and nginx in a folder, without a network. Needs root. */
export async function bootMachine(root: string): Promise<BootedMachine> {
  const packages = "--include=systemd,systemd-sysv,nginx-light";
  execFileSync("mmdebstrap", ["--variant=minbase", "--mode=root", packages, "bookworm", root], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const words = ["--quiet", `--machine=cuplaj-${process.pid}`, "--register=no", "--keep-unit", "--private-network"];
  const nspawn = spawn("systemd-nspawn", [...words, "--console=pipe", "--boot", "-D", root], { stdio: "ignore" });
  const ended = once(nspawn, "exit");
  const machine = {
    inside: (path: string) => join(root, path),
    run(command: string): Ended {
      const [leader = ""] = spawnSync("pgrep", ["-P", String(nspawn.pid)], { encoding: "utf8" }).stdout.split("\n");
      const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
      const all = ["-t", leader, "-m", "-u", "-i", "-n", "-p", "--", "/bin/sh", "-c", command];
      const { status, stdout, stderr } = spawnSync("nsenter", all, { encoding: "utf8", env: { PATH, HOME: "/root" } });
      return { exitCode: status, output: stdout + stderr };
    },
    async stop(): Promise<void> {
      nspawn.kill("SIGTERM");
      await ended;
    },
  };
  await vi.waitFor(() => {
    const { output } = machine.run("systemctl is-system-running");
    if (!/^(?:running|degraded)$/mu.test(output)) throw new Error(`it did not boot: ${output}`);
  }, patient);
  return machine;
}
