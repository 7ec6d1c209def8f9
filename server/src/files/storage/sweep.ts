import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { uploadUnfinishedMs } from "@cuplaj/protocol/limits.ts";
import { type Clock, isoTime } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import { Rounds } from "../../kernel/rounds.ts";
import type { FileStorages } from "./object-storage.ts";
import type { SweepStore } from "./sweep-store.ts";

interface SweepParts {
  readonly store: SweepStore;
  readonly storages: Pick<FileStorages, "byId" | "workFolder">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn" | "error">;
}

const sweepEveryMs = 30_000;
/** How long a file may remain unpublished; longer than any upload takes. */
const unpublishedMs = 60 * 60 * 1000;

/** Removes unreferenced files and uploads (MSG-3w) every 30 s in each process; the next sweep retries failures. */
export class Sweep {
  readonly #parts: SweepParts;
  readonly #rounds: Rounds;

  constructor(parts: SweepParts) {
    this.#parts = parts;
    const failure = "unused files could not be removed";
    this.#rounds = new Rounds({ ...parts, work: () => this.sweep(), everyMs: sweepEveryMs, failure });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async sweep(): Promise<void> {
    const { store, clock } = this.#parts;
    await this.#repeat(() => store.dropFiles(isoTime(clock.now() - unpublishedMs)));
    await this.#repeat(() => store.dropUploads(isoTime(clock.now() - uploadUnfinishedMs)));
    await this.#rounds.attempt(async () => {
      for (const id of await store.listStorages()) await this.#repeat(() => this.#removeDue(id));
    });
    await this.#rounds.attempt(() => this.#cleanWorkFolder());
  }

  async #removeDue(storageId: string): Promise<boolean> {
    const storage = await this.#parts.storages.byId(storageId);
    return await this.#parts.store.removeDue(storageId, async (names) => {
      const remove = (name: string) => this.#rounds.attempt(() => storage.remove(name).then(() => true));
      const gone = await Promise.all(names.map(remove));
      return names.filter((_name, index) => gone[index]);
    });
  }

  async #cleanWorkFolder(): Promise<void> {
    const { storages, clock } = this.#parts;
    for (const name of await readdir(storages.workFolder)) {
      const path = join(storages.workFolder, name);
      // Its owner or another process's sweep may already have removed it.
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtimeMs < clock.now() - unpublishedMs)
        await rm(path, { recursive: true, force: true });
    }
  }

  async #repeat(work: () => Promise<boolean>): Promise<void> {
    while (!this.#rounds.isStopped() && (await this.#rounds.attempt(work)));
  }
}
