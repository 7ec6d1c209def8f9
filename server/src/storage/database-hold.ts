import { type Clock, pause, type Timer, withTimeout } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { createOutageLog } from "../kernel/outage-log.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import type { OpenDatabase } from "./database.ts";

type Client = ReturnType<OpenDatabase["newClient"]>;

/** An exclusive hold, or one shared with processes that communicate over Redis. */
export type HoldKind = "alone" | "beside-others";

interface HoldParts extends Pick<OpenDatabase, "newClient"> {
  readonly kind: HoldKind;
  readonly name: string;
  readonly clock: Clock;
  readonly log: Pick<Log, "info" | "warn">;
}

export interface DatabaseHold {
  release(): Promise<void>;
}

/** The lock's key in every Cuplaj database. */
const lockKey = 1_668_640_876;
const takeLock = {
  alone: `select pg_try_advisory_lock(${lockKey}) as held`,
  "beside-others": `select pg_try_advisory_lock_shared(${lockKey}) as held`,
} as const;
/** After a machine vanishes, its session keeps locks this long: 10 s of silence, then three probes. */
export const keepAlive = "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";
/** How long a server that is shutting down may keep holding the database. */
const leavingServerMs = 3000;
const pollEveryMs = 100;
const retryMs = 1000;
const checkEveryMs = 10_000;
const closeMsMax = 1000;

/**
 * RUN-4b: takes a session lock, which ends with the process, and takes it again if the session is lost. Throws a StartupProblem if another process
 * holds it.
 */
export async function holdDatabase(parts: HoldParts): Promise<DatabaseHold> {
  const hold = new SessionHold(parts);
  const giveUpAt = parts.clock.steadyMs() + leavingServerMs;
  while (!(await hold.take())) {
    if (parts.clock.steadyMs() > giveUpAt) {
      await hold.release();
      throw new StartupProblem(
        `The database ${parts.name} is in use by another Cuplaj process: stop it first, or set the same REDIS_URL for all processes, so that they share live events.`,
      );
    }
    await pause(parts.clock, pollEveryMs);
  }
  hold.checkIn(checkEveryMs);
  return hold;
}

class SessionHold implements DatabaseHold {
  readonly #parts: HoldParts;
  readonly #outage;
  #client: Client | null = null;
  #timer: Timer | null = null;
  #isReleased = false;

  constructor(parts: HoldParts) {
    this.#parts = parts;
    this.#outage = createOutageLog({
      ...parts,
      begun: "another session holds the database: live messages may be lost between two processes without REDIS_URL",
      over: "this process holds the database again",
    });
  }

  /** Takes the lock; false if another process holds it. The session stays open. */
  async take(): Promise<boolean> {
    this.#client ??= await this.#connect();
    const { rows } = await this.#client.query<{ held: boolean }>(takeLock[this.#parts.kind]);
    return rows[0]?.held === true;
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    const { clock } = this.#parts;
    if (this.#timer !== null) clock.clearTimeout(this.#timer);
    if (this.#client !== null) await withTimeout(this.#client.end(), closeMsMax, clock);
  }

  async #connect(): Promise<Client> {
    const client = this.#parts.newClient();
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    await client.connect();
    await client.query(keepAlive);
    return client;
  }

  /** Checks the lock after a delay; taking a held lock once more changes nothing. */
  checkIn(delayMs: number): void {
    const { clock } = this.#parts;
    if (this.#timer !== null) clock.clearTimeout(this.#timer);
    if (!this.#isReleased) this.#timer = clock.setTimeout(() => void this.#check(), delayMs);
  }

  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.checkIn(retryMs);
  }

  /** The lock may still belong to this process's own lost session. If the database is down, callers report that. */
  async #check(): Promise<void> {
    const isHeld = await this.take().catch(() => null);
    if (isHeld === null || this.#isReleased) this.#drop();
    if (isHeld === true) this.#outage.end();
    if (isHeld === false) this.#outage.note(new Error("locked"));
    this.checkIn(isHeld === true ? checkEveryMs : retryMs);
  }

  #drop(): void {
    void this.#client?.end();
    this.#client = null;
  }
}
