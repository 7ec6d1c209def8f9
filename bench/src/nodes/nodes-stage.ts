import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { offerRoomName, roomChannel } from "@cuplaj/protocol/channels.ts";
import { ChildProgram } from "../durable-sends/child-program.ts";
import { cpuSeconds, cpuSecondsSince, type DatabaseProcess, databaseOf } from "../durable-sends/database-process.ts";
import type { ListenCommand, ListenReport } from "../durable-sends/listen-messages.ts";
import { seedWorkload } from "../durable-sends/seed-workload.ts";
import type { SendCommand, SendPace, SendReport } from "../durable-sends/send-messages.ts";
import { settle } from "../durable-sends/settle.ts";
import {
  deliveriesOf,
  offerOfRoom,
  peopleIn,
  roomOfListener,
  roomsOfSender,
  tokenOf,
  type Workload,
} from "../durable-sends/workload.ts";
import { processTree } from "../process-usage.ts";
import { startCuplajOn } from "../subjects/cuplaj.ts";
import type { Subject } from "../subjects/subject.ts";
import { type RedisProcess, startRedis } from "./redis-process.ts";

/** The cost of a measurement: CPU time in seconds, bytes, and wall time in seconds. */
export interface Spent {
  readonly seconds: number;
  readonly servers: number;
  readonly database: number;
  readonly redis: number;
  readonly busBytes: number;
}

export interface NodesRun extends Spent {
  readonly messages: number;
  readonly deliveries: number;
  readonly delivered: ListenReport;
}

/** Servers that share one Redis and one database. Each has equally many people, who send at one server and listen at another. */
export class NodesStage {
  readonly #plan: Workload;
  readonly #redis: RedisProcess;
  readonly #servers: readonly Subject[];
  readonly #database: DatabaseProcess;
  readonly #folder: string;
  readonly #senders: readonly ChildProgram<SendCommand, SendReport>[];
  readonly #listening = new ChildProgram<ListenCommand, ListenReport>(
    new URL("../durable-sends/listen-process.ts", import.meta.url).href,
  );

  private constructor(plan: Workload, redis: RedisProcess, servers: readonly Subject[], folder: string) {
    const program = new URL("../durable-sends/send-process.ts", import.meta.url).href;
    [this.#plan, this.#redis, this.#servers, this.#folder] = [plan, redis, servers, folder];
    this.#database = databaseOf(join(folder, "1"));
    this.#senders = servers.map(() => new ChildProgram(program));
  }

  static async open(plan: Workload, count: number): Promise<NodesStage> {
    const folder = mkdtempSync(join(tmpdir(), "bench-nodes-"));
    // If root runs this, PostgreSQL runs as another user, who must be able to reach its folder.
    chmodSync(folder, 0o711);
    const redis = await startRedis();
    const shared = { REDIS_URL: redis.url, STORAGE_URL: `file:${join(folder, "files")}` };
    const servers = [await startCuplajOn(join(folder, "1"), undefined, shared)];
    const { user, password, host, port, database } = databaseOf(join(folder, "1")).address;
    const DATABASE_URL = `postgresql://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
    for (let number = 2; number <= count; number += 1)
      servers.push(await startCuplajOn(join(folder, String(number)), undefined, { ...shared, DATABASE_URL }));
    const stage = new NodesStage(plan, redis, servers, folder);
    await stage.#fill();
    return stage;
  }

  async #fill(): Promise<void> {
    await this.#query((client) => seedWorkload(client, this.#plan));
    const people = Array.from({ length: peopleIn(this.#plan) }, (_, index) => index + 1);
    for (const [index, { port }] of this.#servers.entries()) {
      const listeners = people
        .filter((person) => this.#serverOf(person) === index)
        .map((person) => ({
          person,
          roomChannel: roomChannel(offerRoomName(offerOfRoom(roomOfListener(this.#plan, person)))),
        }));
      await this.#listening.ask({ kind: "open", port, listeners });
    }
  }

  #serverOf = (person: number): number => person % this.#servers.length;

  /** Lets everybody send, `perSecond` messages in total. Throws if a send fails or a delivery is missing. */
  async run(perSecond: number, seconds: number): Promise<NodesRun> {
    const pace: SendPace = { kind: "open", perSecond: perSecond / this.#servers.length, seconds };
    let delivered: ListenReport | null = null;
    let [messages, deliveries] = [0, 0];
    const spent = await this.#measure(async () => {
      const reports = await Promise.all(this.#senders.map((program, index) => program.ask(this.#command(index, pace))));
      const failed = reports.flatMap((report) => report.failed);
      if (failed.length > 0) throw new Error(`sends were answered ${JSON.stringify(failed)}`);
      const byRoom = reports.flatMap((report) => report.byRoom);
      messages = byRoom.reduce((sum, [, count]) => sum + count, 0);
      deliveries = byRoom.reduce((sum, [room, count]) => sum + count * deliveriesOf(this.#plan, room), 0);
      delivered = await this.#listening.ask({ kind: "count", expected: deliveries });
    });
    const received = delivered ?? { delivered: 0, p50Ms: 0, p99Ms: 0, meanMs: 0 };
    if (received.delivered !== deliveries) throw new Error(`${received.delivered} of ${deliveries} deliveries arrived`);
    return { ...spent, messages, deliveries, delivered: received };
  }

  #command(index: number, pace: SendPace): SendCommand {
    const people = Array.from({ length: this.#plan.senders }, (_, person) => person + 1);
    const here = people.filter((person) => this.#serverOf(person) === index);
    const senders = here.map((person) => ({ token: tokenOf(person), rooms: roomsOfSender(this.#plan, person) }));
    return { port: this.#servers[index]?.port ?? 0, pace, senders };
  }

  /** Measures while nobody does anything, with this number of rooms whose newest event is recent. */
  async rest(activeRooms: number, seconds: number): Promise<Spent> {
    await this.#query(async (client) => {
      await client.query(
        `with made as (
           insert into offers (id, customer_id, status, valid_until)
           select 1000000 + n, 1, 'sent', '2030-01-31T22:00:00Z' from generate_series(1, $1::int) n
           on conflict do nothing returning id)
         insert into rooms (offer_id, customer_id) select id, 1 from made`,
        [activeRooms],
      );
      await client.query("update rooms set active_minute = room_minute(now()) where offer_id > 1000000");
      await client.query("vacuum analyze rooms");
    });
    await settle();
    return await this.#measure(() => new Promise((resolve) => setTimeout(resolve, seconds * 1000)));
  }

  async #measure(work: () => Promise<void>): Promise<Spent> {
    await settle();
    const pids = [this.#servers.map(({ pid }) => pid), processTree(this.#database.pid), [this.#redis.pid]];
    const [before, bytesBefore, startedAt] = [pids.map(cpuSeconds), await this.#redis.sentBytes(), performance.now()];
    await work();
    await settle();
    const [servers = 0, database = 0, redis = 0] = pids.map((each, index) =>
      cpuSecondsSince(before[index] ?? new Map(), cpuSeconds(each)),
    );
    const busBytes = (await this.#redis.sentBytes()) - bytesBefore;
    return { seconds: (performance.now() - startedAt) / 1000, servers, database, redis, busBytes };
  }

  async #query(work: (client: pg.Client) => Promise<void>): Promise<void> {
    const client = new pg.Client(this.#database.address);
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    for (const program of this.#senders) program.stop();
    this.#listening.stop();
    for (const server of this.#servers.toReversed()) await server.stop();
    await this.#redis.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
