import { type Clock, type Timer, withTimeout } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { OpenDatabase } from "../storage/database.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import {
  accountChangesTopic,
  type EndedSignIns,
  endedSignInsTopic,
  ownSettingsTopic,
  readAccountChange,
  type SignInListener,
} from "./ended-sign-ins.ts";

type Client = ReturnType<OpenDatabase["newClient"]>;

/** After a lost connection the next one is tried so soon that LIVE-8's two seconds hold right after a restart too. */
const reconnectMs = 500;
/** A connection that died silently is found by asking it something. */
const checkEveryMs = 15_000;
/** A database that hangs does not say goodbye; whoever leaves does not wait for it. */
const closeMsMax = 1000;

/** What hearing takes. */
interface HearingParts {
  readonly newClient: OpenDatabase["newClient"];
  readonly clock: Clock;
  readonly log: Log;
  readonly security: SecurityLog;
  /** Called after the commit with the id of a person whose own settings changed (AUTH-8). */
  readonly settingsChanged: (participantId: number) => void;
}

/** LISTENs on one connection of its own, and on another when PostgreSQL has ended that. */
export function createEndedSignIns(parts: HearingParts): EndedSignIns {
  return new ListeningConnection(parts);
}

class ListeningConnection implements EndedSignIns {
  readonly #parts: HearingParts;
  #listener: SignInListener = { ended: () => undefined };
  #connections = 0;
  #isHearing = false;
  #client: Client | null = null;
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(parts: HearingParts) {
    this.#parts = parts;
  }

  async hear(listener: SignInListener): Promise<void> {
    this.#listener = listener;
    await this.#connect();
  }

  hearing(): number | null {
    return this.#isHearing ? this.#connections : null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isHearing = false;
    this.#wait(null);
    if (this.#client !== null) await withTimeout(this.#client.end(), closeMsMax, this.#parts.clock);
  }

  async #connect(): Promise<void> {
    const client = this.#parts.newClient();
    this.#client = client;
    client.on("notification", ({ channel, payload = "" }) => {
      if (channel === accountChangesTopic) return this.#noteChange(payload);
      if (channel === ownSettingsTopic) return this.#parts.settingsChanged(Number(payload));
      const [participantId, session] = payload.split(" ");
      this.#listener.ended(Number(participantId), session ?? null);
    });
    client.on("error", (error) => this.#lose(client, error));
    client.on("end", () => this.#lose(client, new Error("the connection ended")));
    try {
      await client.connect();
      await client.query(`listen ${endedSignInsTopic}; listen ${accountChangesTopic}; listen ${ownSettingsTopic}`);
      await this.#catchUp(client);
      if (this.#connections > 0) this.#listener.missed?.();
      this.#connections += 1;
      this.#isHearing = this.#client === client && !this.#isClosed;
      this.#checkLater(client);
    } catch (error) {
      this.#lose(client, error);
    }
  }

  /** SEC-6: the operator has no address and is nobody of ours. */
  #noteChange(payload: string): void {
    const told = readAccountChange(payload);
    if (told === null) return;
    this.#parts.security.note(`account.${told.change}`, { who: null, what: told.id, from: null });
    if (told.change === "role-changed") this.#listener.roleChanged?.(Number(told.id));
  }

  /** What was told while nobody heard is not told again; who was disabled meanwhile can still be seen. */
  async #catchUp(client: Client): Promise<void> {
    const recent = "select id from participants where disabled_at > now() - interval '1 day'";
    const { rows } = await client.query<{ id: number }>(recent);
    for (const { id } of rows) this.#listener.ended(id, null);
  }

  #checkLater(client: Client): void {
    this.#wait(checkEveryMs, async () => {
      try {
        await client.query("select 1");
        if (this.#client === client) this.#checkLater(client);
      } catch (error) {
        this.#lose(client, error);
      }
    });
  }

  /** Once for each connection: it is dropped, and the next one follows. */
  #lose(client: Client, error: unknown): void {
    if (this.#client !== client || this.#isClosed) return;
    this.#client = null;
    // Not once for each attempt while the database is away.
    const level = this.#isHearing || this.#connections === 0 ? "warn" : "debug";
    this.#isHearing = false;
    this.#parts.log[level]({ reason: reasonOf(error) }, "the connection that hears of ended sign-ins was lost");
    void client.end();
    this.#wait(reconnectMs, () => this.#connect());
  }

  #wait(delayMs: number | null, then: () => Promise<void> = () => Promise.resolve()): void {
    if (this.#timer !== null) this.#parts.clock.clearTimeout(this.#timer);
    this.#timer = delayMs === null || this.#isClosed ? null : this.#parts.clock.setTimeout(() => void then(), delayMs);
  }
}
