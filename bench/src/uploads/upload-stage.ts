import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { databaseOf } from "../durable-sends/database-process.ts";
import { seedWorkload } from "../durable-sends/seed-workload.ts";
import { roomOfListener, tokenOf, type Workload } from "../durable-sends/workload.ts";
import { startCuplajOn } from "../subjects/cuplaj.ts";
import type { Subject } from "../subjects/subject.ts";
import { type FormFile, postForm } from "./form-file.ts";
import { type Sink, startSink } from "./sink.ts";

/** A workload with enough people for each of them to stay below their quota. */
const plan: Workload = { title: "10 rooms", rooms: 10, listenersPerRoom: 5, senders: 10 };

export class UploadStage {
  readonly subject: Subject;
  readonly #sink: Sink;
  readonly #stop: () => Promise<void>;

  private constructor(subject: Subject, sink: Sink, stop: () => Promise<void>) {
    this.subject = subject;
    this.#sink = sink;
    this.#stop = stop;
  }

  static async open(): Promise<UploadStage> {
    const folder = mkdtempSync(join(tmpdir(), "bench-uploads-"));
    // If root runs this, PostgreSQL runs as another user, who must be able to reach its folder.
    chmodSync(folder, 0o711);
    const [dataDir, sinkFolder] = [join(folder, "data"), join(folder, "sink")];
    mkdirSync(sinkFolder);
    const subject = await startCuplajOn(dataDir);
    const stop = async (): Promise<void> => {
      await subject.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    };
    try {
      const client = new pg.Client(databaseOf(dataDir).address);
      await client.connect();
      await seedWorkload(client, plan);
      await client.end();
      return new UploadStage(subject, await startSink(sinkFolder), stop);
    } catch (error) {
      await stop();
      throw error;
    }
  }

  /** Uploads a form to the person's own room. Returns the duration, ms. */
  upload(form: FormFile, person: number): Promise<number> {
    const path = `/api/v1/publish/${roomOfListener(plan, person)}/upload`;
    return postForm(form, { port: this.subject.port, path, token: tokenOf(person) });
  }

  /** Posts a form to the plain server. Returns the duration, ms. */
  sink(form: FormFile): Promise<number> {
    return postForm(form, { port: this.#sink.port, path: "/", token: "none" });
  }

  async close(): Promise<void> {
    this.#sink.stop();
    await this.#stop();
  }
}
