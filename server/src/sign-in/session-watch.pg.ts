import { type Clock, type Timer, withTimeout } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { createOutageLog } from "../kernel/outage-log.ts";
import { isSecurityEvent, type SecurityLines } from "../kernel/security-log.ts";
import { closeCodes } from "../realtime/close-codes.ts";
import type { RealtimeServer } from "../realtime/realtime-server.ts";
import type { OpenDatabase } from "../storage/database.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import type { SessionCache } from "./session-cache.ts";
import { accountChangedTopic, settingsChangedTopic, sessionEndedTopic } from "./store.ts";
import { findSessionRoles } from "./store.pg.ts";

type Client = ReturnType<OpenDatabase["newClient"]>;

/** AUTH-6: longest time that a socket may outlive its session or roles if a notification is lost. */
const checkEveryMs = 8000;
/** A database that moved, or a broken network, may forget the listening connection without closing it; only a write to it reveals that. */
const testEveryMs = 1000;
/** Delay before reconnecting; short enough for the 2 s of LIVE-8 after a restart. */
const reconnectMs = 500;
const closeMsMax = 1000;

/** Closes sockets only in this process, since every process has its own watch. */
interface SessionWatchParts {
  readonly newClient: OpenDatabase["newClient"];
  readonly pool: StatementPool;
  readonly cache: Pick<SessionCache, "forgetSession" | "forgetPerson">;
  readonly realtime: Pick<RealtimeServer, "sessions" | "hasUser" | "closeSession" | "closeUser">;
  readonly appId: string;
  /** Called after a change of a person's settings is committed (AUTH-8). */
  readonly settingsChanged: (participantId: number) => void;
  readonly security: Pick<SecurityLines, "noteStored">;
  readonly clock: Clock;
  readonly log: Log;
}

/** Closes sockets when their sessions end, and reconnects them when roles change: immediately (LIVE-8), or by polling (AUTH-6, PERM-1). */
export class SessionWatch {
  readonly #parts: SessionWatchParts;
  readonly #roles = new Map<number, string>();
  readonly #outage;
  #client: Client | null = null;
  #connections = 0;
  #isListening = false;
  #timer: Timer | null = null;
  #tests: Timer | null = null;
  #isTesting = false;
  #isClosed = false;

  constructor(parts: SessionWatchParts) {
    this.#parts = parts;
    this.#outage = createOutageLog({
      ...parts,
      begun: "the connection that listens for ended sessions was lost",
      over: "a connection listens for ended sessions again",
    });
  }

  async start(): Promise<void> {
    this.#tests ??= this.#parts.clock.setInterval(() => void this.#test(), testEveryMs);
    const client = this.#parts.newClient();
    this.#client = client;
    client.on("notification", ({ channel, payload = "" }) => this.#receive(channel, payload));
    client.on("error", (error) => this.#lose(client, error));
    client.on("end", () => this.#lose(client, new Error("the connection ended")));
    try {
      await client.connect();
      await client.query(`listen ${sessionEndedTopic}; listen ${accountChangedTopic}; listen ${settingsChangedTopic}`);
      // The check makes up for notifications sent while no connection was listening.
      await this.#check(client);
      this.#connections += 1;
      this.#isListening = this.#client === client && !this.#isClosed;
      if (this.#isListening) this.#outage.end();
    } catch (error) {
      this.#lose(client, error);
    }
  }

  /** Number of the listening connection; null while disconnected. */
  get generation(): number | null {
    return this.#isListening ? this.#connections : null;
  }

  /** PERM-1: remembers roles at admission, and reconnects sockets of people whose roles have changed. */
  rememberRoles(
    people: Iterable<{ readonly participantId: number; readonly roles: readonly { readonly name: string }[] }>,
  ): void {
    for (const { participantId, roles } of people) {
      const now = roles
        .map(({ name }) => name)
        .toSorted()
        .join("\n");
      const before = this.#roles.get(participantId);
      this.#roles.set(participantId, now);
      if (before !== undefined && before !== now) this.#reconnect(participantId);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isListening = false;
    if (this.#timer !== null) this.#parts.clock.clearTimeout(this.#timer);
    if (this.#tests !== null) this.#parts.clock.clearInterval(this.#tests);
    if (this.#client !== null) await withTimeout(this.#client.end(), closeMsMax, this.#parts.clock);
  }

  #receive(topic: string, payload: string): void {
    const { cache, realtime, appId, settingsChanged } = this.#parts;
    if (topic === accountChangedTopic) return this.#noteAccount(payload);
    const [participantId = "", session] = payload.split(" ");
    if (topic === settingsChangedTopic) return settingsChanged(Number(participantId));
    if (session !== undefined) {
      cache.forgetSession(session);
      realtime.closeSession(session);
      return;
    }
    cache.forgetPerson(Number(participantId));
    realtime.closeUser(appId, participantId);
  }

  /** SEC-6: the operator has no address or user id. AUD-1: the change was already audited by its writer. */
  #noteAccount(payload: string): void {
    const [change, id, who, from] = /^([a-z-]+) (\d{1,16})(?: (\d{1,16}) (\S+))?$/u.exec(payload)?.slice(1) ?? [];
    const event = `account.${change}`;
    if (id === undefined || !isSecurityEvent(event)) return;
    this.#parts.security.noteStored(event, {
      who: who === undefined ? null : Number(who),
      what: id,
      from: from ?? null,
    });
    if (event === "account.role-changed") this.#reconnect(Number(id));
  }

  /** Makes a person's sockets subscribe again, which checks what the person may view. */
  #reconnect(participantId: number): void {
    const { cache, realtime, appId } = this.#parts;
    this.#roles.delete(participantId);
    cache.forgetPerson(participantId);
    realtime.closeUser(appId, String(participantId), closeCodes.reconnectNow);
  }

  async #test(): Promise<void> {
    const client = this.#client;
    if (client === null || !this.#isListening || this.#isTesting) return;
    this.#isTesting = true;
    await client.query("select pg_listening_channels()").catch((error: unknown) => this.#lose(client, error));
    this.#isTesting = false;
  }

  /** Checks through the pool, since the listening connection may hang. */
  async #check(client: Client): Promise<void> {
    const { realtime, appId, pool, clock } = this.#parts;
    const open = new Set(realtime.sessions());
    const found = await findSessionRoles(pool, [...open], clock.now());
    if (this.#client !== client || this.#isClosed) return;
    for (const session of open) if (!found.has(session)) realtime.closeSession(session);
    this.rememberRoles(found.values());
    for (const participantId of this.#roles.keys()) {
      if (!realtime.hasUser(appId, String(participantId))) this.#roles.delete(participantId);
    }
    this.#runIn(checkEveryMs, () => this.#check(client).catch((error: unknown) => this.#lose(client, error)));
  }

  /** Drops a lost connection, only once, and opens the next one. Sockets stay open while the database is down. */
  #lose(client: Client, error: unknown): void {
    if (this.#client !== client || this.#isClosed) return;
    this.#client = null;
    this.#isListening = false;
    this.#outage.note(error);
    void client.end();
    this.#runIn(reconnectMs, () => this.start());
  }

  #runIn(delayMs: number, run: () => Promise<void>): void {
    const { clock } = this.#parts;
    if (this.#timer !== null) clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => void run(), delayMs);
  }
}
