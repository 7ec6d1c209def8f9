import type { StorageTrouble } from "@cuplaj/protocol/storage-header.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { createOutageLog } from "../../kernel/outage-log.ts";
import { Rounds } from "../../kernel/rounds.ts";
import type { FileStorages } from "./object-storage.ts";
import { diskProblem, storageProblem, StorageProblem } from "./storage-problem.ts";

export type StorageWatch = ReturnType<typeof watchStorage>;

interface WatchParts {
  readonly storages: Pick<FileStorages, "current">;
  /** `UPLOAD_BYTES_MAX`: a storage with less room counts as full. */
  readonly uploadBytesMax: number;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn" | "error">;
  readonly countError: (trouble: StorageTrouble) => void;
}

const probeEveryMs = 10_000;

/** OPS-6: tracks whether new files can be stored, from probes of the storage and from failed uploads. */
export function watchStorage({ storages, uploadBytesMax, clock, log, countError }: WatchParts) {
  let trouble: StorageTrouble | null = null;
  let onChange = (_trouble: StorageTrouble | null): void => undefined;
  let freeBytes: number | null = null;
  const outage = createOutageLog({ log, clock, begun: "no file can be stored", over: "files can be stored again" });
  const become = (next: StorageTrouble | null): void => {
    const isNew = next !== trouble;
    trouble = next;
    if (isNew) onChange(next);
  };
  const note = (error: unknown): void => {
    const problem = diskProblem(error);
    if (!(problem instanceof StorageProblem)) throw error;
    if (problem.trouble === "away") freeBytes = null;
    become(problem.trouble);
    countError(problem.trouble);
    outage.note(problem.cause);
  };
  const probe = async (): Promise<void> => {
    try {
      const { storage } = await storages.current();
      freeBytes = await storage.probe().catch((error: unknown) => {
        throw storageProblem(error);
      });
      if (freeBytes !== null && freeBytes < uploadBytesMax)
        throw new StorageProblem("full", `${freeBytes} bytes are free`);
      become(null);
      outage.end();
    } catch (error) {
      note(error);
    }
  };
  const rounds = new Rounds({
    work: probe,
    everyMs: probeEveryMs,
    clock,
    log,
    failure: "the file storage could not be checked",
  });
  return {
    trouble: (): StorageTrouble | null => trouble,
    /** Calls the only listener whenever `trouble` changes (OPS-6a). */
    onChange: (listener: typeof onChange): void => void (onChange = listener),
    /** Null if the storage does not report it, as with S3, or does not respond. */
    freeBytes: (): number | null => freeBytes,
    /** Records an error from storing a file; rethrows it if the storage did not cause it. */
    note,
    start: (): void => void rounds.start(),
    stop: (): Promise<void> => rounds.stop(),
  };
}
