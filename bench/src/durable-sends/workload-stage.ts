import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { offerRoomName, roomChannel } from "@cuplaj/protocol/channels.ts";
import { startCuplajOn } from "../subjects/cuplaj.ts";
import {
  type Workload,
  deliveriesOf,
  offerOfRoom,
  peopleIn,
  roomOfListener,
  roomsOfSender,
  tokenOf,
} from "./workload.ts";
import { ChildProgram } from "./child-program.ts";
import { pinToCores } from "./core-pins.ts";
import { cpuSeconds, cpuSecondsSince, databaseOf, type DatabaseProcess } from "./database-process.ts";
import { processTree } from "../process-usage.ts";
import { commitsSince, type CommitTotals, commitTotals } from "./commit-totals.ts";
import type { ListenCommand, ListenReport } from "./listen-messages.ts";
import { seedWorkload } from "./seed-workload.ts";
import { settle } from "./settle.ts";
import type { SendCommand, SendPace, SendReport } from "./send-messages.ts";

export interface WorkloadRun {
  readonly sent: Omit<SendReport, "byRoom" | "failed">;
  readonly received: ListenReport;
  readonly serverSeconds: number;
  readonly databaseSeconds: number;
  readonly commits: CommitTotals;
}

export class WorkloadStage {
  readonly plan: Workload;
  readonly port: number;
  readonly database: DatabaseProcess;
  readonly serverPid: number;
  readonly #sending = new ChildProgram<SendCommand, SendReport>(new URL("./send-process.ts", import.meta.url).href);
  readonly #listening = new ChildProgram<ListenCommand, ListenReport>(
    new URL("./listen-process.ts", import.meta.url).href,
  );
  readonly #stopServer: () => Promise<void>;

  private constructor(
    plan: Workload,
    server: { pid: number; port: number },
    dataDir: string,
    stop: () => Promise<void>,
  ) {
    this.plan = plan;
    this.port = server.port;
    this.database = databaseOf(dataDir);
    this.serverPid = server.pid;
    this.#stopServer = stop;
  }

  /** Starts the server of `tree` and opens all sockets. */
  static async open(
    plan: Workload,
    tree?: string,
    settings?: Readonly<Record<string, string>>,
  ): Promise<WorkloadStage> {
    const folder = mkdtempSync(join(tmpdir(), "bench-sends-"));
    // If root runs this, PostgreSQL runs as another user, who must be able to reach its folder.
    chmodSync(folder, 0o711);
    const dataDir = join(folder, "data");
    const subject = await startCuplajOn(dataDir, tree, settings);
    const stage = new WorkloadStage(plan, subject, dataDir, async () => {
      await subject.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    });
    try {
      await stage.#fill();
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  async #fill(): Promise<void> {
    const client = new pg.Client(this.database.address);
    await client.connect();
    await seedWorkload(client, this.plan);
    await client.end();
    const listeners = Array.from({ length: peopleIn(this.plan) }, (_, index) => ({
      person: index + 1,
      roomChannel: roomChannel(offerRoomName(offerOfRoom(roomOfListener(this.plan, index + 1)))),
    }));
    await this.#listening.ask({ kind: "open", port: this.port, listeners });
  }

  /** Lets the first `senders` people send. Throws if a send fails or a delivery is missing. */
  async run(senders: number, pace: SendPace): Promise<WorkloadRun> {
    await settle();
    const commitsBefore = await commitTotals(this.port);
    const [serverBefore, databaseBefore] = this.#cpu();
    const report = await this.#sending.ask({ port: this.port, pace, senders: this.#senders(senders) });
    const { byRoom, failed, ...sent } = report;
    if (failed.length > 0) throw new Error(`sends were answered ${JSON.stringify(failed)}`);
    const expected = byRoom.reduce((sum, [room, count]) => sum + count * deliveriesOf(this.plan, room), 0);
    const received = await this.#listening.ask({ kind: "count", expected });
    if (received.delivered !== expected) throw new Error(`${received.delivered} of ${expected} deliveries arrived`);
    await settle();
    const [serverAfter, databaseAfter] = this.#cpu();
    const serverSeconds = cpuSecondsSince(serverBefore, serverAfter);
    const databaseSeconds = cpuSecondsSince(databaseBefore, databaseAfter);
    const commits = commitsSince(commitsBefore, await commitTotals(this.port));
    return { sent, received, serverSeconds, databaseSeconds, commits };
  }

  pin(isPinned: boolean): void {
    const measured = [this.serverPid, ...processTree(this.database.pid)];
    pinToCores(measured, [this.#sending.pid, this.#listening.pid], isPinned);
  }

  #cpu(): readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>] {
    return [cpuSeconds([this.serverPid]), cpuSeconds(processTree(this.database.pid))];
  }

  #senders(count: number): SendCommand["senders"] {
    return Array.from({ length: count }, (_, index) => ({
      token: tokenOf(index + 1),
      rooms: roomsOfSender(this.plan, index + 1),
    }));
  }

  async close(): Promise<void> {
    this.#sending.stop();
    this.#listening.stop();
    await this.#stopServer();
  }
}
