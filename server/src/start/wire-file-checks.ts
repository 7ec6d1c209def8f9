import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { createFileInspector } from "../files/inspection/file-inspector.ts";
import type { FileInspector } from "../files/inspection/inspection.ts";
import type { Config } from "../settings/config.ts";
import { checkerEnvironment } from "../settings/file-check-command.ts";
import { type CheckFile, createFileCheck } from "../files/uploads/check-file.ts";

interface FileCheckWiring {
  readonly config: Pick<Config, "fileCheckCommand">;
  readonly clock: Clock;
  readonly log: Log;
}

/** `checkFile` is null if no checker is configured. */
export function wireFileChecks({ config, clock, log }: FileCheckWiring): {
  readonly inspector: FileInspector;
  readonly checkFile: CheckFile | null;
} {
  const command = config.fileCheckCommand;
  return {
    inspector: createFileInspector({ clock, log }),
    checkFile: command === null ? null : createFileCheck({ command, environment: checkerEnvironment(), clock, log }),
  };
}
