import { execFileSync } from "node:child_process";
import { cpus, release, totalmem, type as systemType } from "node:os";
import { repository } from "../product/product.ts";

/** The commit that ran, followed by `+` if files of the product or of the runs differ from it. */
export function commitName(): string {
  try {
    const head = git("rev-parse", "--short", "HEAD");
    const changed = git(
      "status",
      "--porcelain",
      "--untracked-files=no",
      "--",
      "server/src",
      "protocol/src",
      "faults/src",
    );
    return changed === "" ? head : `${head}+`;
  } catch {
    return "unknown";
  }
}

/** Describes the machine of a run. Figures from different machines cannot be compared. */
export function machineLine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processors[0]?.model ?? "unknown"}, ${processors.length} cores, ${memory} GiB, ${systemType()} ${release()}, Node ${process.version}`;
}

const git = (...parameters: string[]): string =>
  execFileSync("git", parameters, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
