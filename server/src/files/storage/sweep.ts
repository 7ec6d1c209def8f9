import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { uploadUnfinishedMs } from "@cuplaj/protocol/limits.ts";
import { type Clock, isoTime, withTimeout } from "../../kernel/clock.ts";
import { failureLog, type Log } from "../../kernel/log.ts";
import type { FileStorages } from "./object-storage.ts";
import type { SweepStore } from "./sweep-store.ts";

interface SweepParts {
  readonly store: SweepStore;
  readonly storages: Pick<FileStorages, "byId" | "workFolder">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

const sweepEveryMs = 30_000;
/** RUN-5: leaving has little time. */
const lastRemovalsMs = 1000;
/** How long a file may be on its way into a message; longer than any upload takes. */
const unpublishedMs = 60 * 60 * 1000;

/** Removes what no message has (MSG-3w): every 30 s in each process; what fails is tried again by the next. */
export class Sweep {
  readonly #parts: SweepParts;
  #timer: ReturnType<Clock["setInterval"]> | null = null;
  readonly #logFailure: (error: unknown) => void;
  #sweeping: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: SweepParts) {
    this.#parts = parts;
    this.#logFailure = failureLog(parts.log, parts.clock, "what is left of files could not be removed");
  }

  /** Sweeps from now on. */
  start(): void {
    this.#timer = this.#parts.clock.setInterval(() => void this.sweep(), sweepEveryMs);
  }

  /** One sweep, or the one that is under way. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepAll().finally(() => (this.#sweeping = null));
    return this.#sweeping;
  }

  /** Waits for what is under way, but not for a storage that hangs: what it leaves is the next sweep's. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) this.#parts.clock.clearInterval(this.#timer);
    if (this.#sweeping !== null) await withTimeout(this.#sweeping, lastRemovalsMs, this.#parts.clock);
  }

  async #sweepAll(): Promise<void> {
    const { store, clock } = this.#parts;
    await this.#repeat(() => store.dropFiles(isoTime(clock.now() - unpublishedMs)));
    await this.#repeat(() => store.dropUploads(isoTime(clock.now() - uploadUnfinishedMs)));
    await this.#attempt(async () => {
      for (const id of await store.listStorages()) await this.#repeat(() => this.#removeDue(id));
    });
    await this.#attempt(() => this.#cleanWorkFolder());
  }

  async #removeDue(storageId: string): Promise<boolean> {
    const storage = await this.#parts.storages.byId(storageId);
    return await this.#parts.store.removeDue(storageId, async (names) => {
      const gone = await Promise.all(names.map((name) => this.#attempt(() => storage.remove(name))));
      return names.filter((_name, index) => gone[index]);
    });
  }

  async #cleanWorkFolder(): Promise<void> {
    const { storages, clock } = this.#parts;
    for (const name of await readdir(storages.workFolder)) {
      const path = join(storages.workFolder, name);
      // Whoever made it, or another process's sweep, may have removed it meanwhile.
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtimeMs < clock.now() - unpublishedMs)
        await rm(path, { recursive: true, force: true });
    }
  }

  async #repeat(work: () => Promise<boolean>): Promise<void> {
    let isMore = true;
    const once = async (): Promise<void> => void (isMore = await work());
    while (isMore && !this.#isStopped) isMore = (await this.#attempt(once)) && isMore;
  }

  /** Whether it succeeded. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#logFailure(error);
      return false;
    }
  }
}
