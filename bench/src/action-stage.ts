import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { offerRoomName, roomChannel } from "@cuplaj/protocol/channels.ts";
import { databaseOf } from "./durable-sends/database-process.ts";
import { HttpSender } from "./durable-sends/http-sender.ts";
import { openListener } from "./durable-sends/open-listener.ts";
import { seedWorkload } from "./durable-sends/seed-workload.ts";
import { offerOfRoom, peopleIn, roomOfListener, tokenOf, type Workload } from "./durable-sends/workload.ts";
import { monotonicMs } from "./loader/loader-messages.ts";
import { startCuplajOn } from "./subjects/cuplaj.ts";

const plan: Workload = { title: "10 rooms", rooms: 10, listenersPerRoom: 20, senders: 10 };
/** The pause before each act, ms: broadcasts to a socket that was written to recently may be coalesced (LIVE-9). */
const restMs = 40;
const patienceMs = 10_000;

export type Person = number;

export interface Act {
  readonly by: Person;
  readonly room: number;
  readonly path: string;
  readonly body: object;
  readonly lastEvent: "ChatMessage" | "ChatMessageAction" | "RoomUpdated";
}

/** The body of a response, and for each other socket of the room the time from the request's first byte to the last event, ms. */
interface ActReport {
  readonly body: unknown;
  readonly latenciesMs: readonly number[];
}

/** A server with people in rooms, whose sockets are in this process. Acts run one at a time, so nothing queues. */
export class ActionStage {
  readonly rooms = plan.rooms;
  readonly socketsPerRoom = plan.listenersPerRoom;
  readonly #sender: HttpSender;
  readonly #stop: () => Promise<void>;
  #arrived: { readonly event: string; readonly atMs: Map<Person, number> } = { event: "", atMs: new Map() };
  #failure: Error | null = null;

  private constructor(sender: HttpSender, stop: () => Promise<void>) {
    this.#sender = sender;
    this.#stop = stop;
  }

  static async open(): Promise<ActionStage> {
    const folder = mkdtempSync(join(tmpdir(), "bench-actions-"));
    // If root runs this, PostgreSQL runs as another user, who must be able to reach its folder.
    chmodSync(folder, 0o711);
    const dataDir = join(folder, "data");
    const subject = await startCuplajOn(dataDir);
    const stop = async (): Promise<void> => {
      await subject.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    };
    try {
      await seed(databaseOf(dataDir).address);
      const stage = new ActionStage(await HttpSender.open(subject.port), stop);
      for (let person = 1; person <= peopleIn(plan); person += 1) await stage.#listen(subject.port, person);
      return stage;
    } catch (error) {
      await stop();
      throw error;
    }
  }

  customerOf(room: number): Person {
    return room;
  }

  staffOf(room: number): Person {
    return room + plan.rooms;
  }

  /** Throws if the request is refused, or a socket gets no event within 10 s. */
  async act({ by, room, path, body, lastEvent }: Act): Promise<ActReport> {
    await rest(restMs);
    const arrived = { event: `"${lastEvent}"`, atMs: new Map<Person, number>() };
    this.#arrived = arrived;
    const text = JSON.stringify(body);
    const startedAt = monotonicMs();
    const answer = await this.#sender.send(
      `POST /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokenOf(by)}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
    const answered = answer.body.toString();
    if (answer.status > 299) throw new Error(`${path} was answered ${answer.status}: ${answered}`);
    while (arrived.atMs.size < plan.listenersPerRoom) {
      if (this.#failure !== null) throw this.#failure;
      if (monotonicMs() > startedAt + patienceMs)
        throw new Error(`${arrived.atMs.size} sockets in room ${room} got ${path}`);
      await rest(1);
    }
    arrived.atMs.delete(by);
    return { body: JSON.parse(answered), latenciesMs: [...arrived.atMs.values()].map((atMs) => atMs - startedAt) };
  }

  async #listen(port: number, person: Person): Promise<void> {
    const channel = roomChannel(offerRoomName(offerOfRoom(roomOfListener(plan, person))));
    const receive = (payload: Buffer): void => {
      if (payload.includes(this.#arrived.event)) this.#arrived.atMs.set(person, monotonicMs());
    };
    await openListener(port, { person, roomChannel: channel }, receive, (failure) => {
      this.#failure = failure;
    });
  }

  async close(): Promise<void> {
    this.#sender.close();
    await this.#stop();
  }
}

async function seed(address: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  await seedWorkload(client, plan);
  await client.query("update participants set kind = 'customer' where id <= $1", [plan.rooms]);
  await client.query("update participant_roles set role = 'Customer' where participant_id <= $1", [plan.rooms]);
  await client.end();
}

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
