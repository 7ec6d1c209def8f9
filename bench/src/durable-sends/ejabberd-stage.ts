import { join } from "node:path";
import type { DatabaseAddress } from "../../../server/src/storage/database.ts";
import { type Workload, peopleIn, roomOfListener } from "./workload.ts";
import { ChildProgram } from "./child-program.ts";
import { pinToCores } from "./core-pins.ts";
import { cpuSeconds, cpuSecondsSince, type DatabaseProcess } from "./database-process.ts";
import { processTree } from "../process-usage.ts";
import { archivedMessages, makeArchive, xmppAccount } from "./ejabberd-archive.ts";
import type { EjabberdPackage } from "./ejabberd-package.ts";
import { type EjabberdProcess, startEjabberd, XMPP_HOST } from "./ejabberd-process.ts";
import type { RelayCommand, RelayReport } from "./relay-messages.ts";
import { settle } from "./settle.ts";
import type { XmppCommand, XmppReport } from "./xmpp-messages.ts";

export interface EjabberdRun {
  readonly sent: XmppReport;
  readonly serverSeconds: number;
  readonly databaseSeconds: number;
}

export class EjabberdStage {
  readonly #plan: Workload;
  readonly #ejabberd: EjabberdProcess;
  readonly #database: DatabaseProcess;
  readonly #archive: DatabaseAddress;
  readonly #relay: ChildProgram<RelayCommand, RelayReport>;
  readonly #loading = new ChildProgram<XmppCommand, XmppReport>(new URL("./xmpp-process.ts", import.meta.url).href);

  private constructor(
    plan: Workload,
    ejabberd: EjabberdProcess,
    database: DatabaseProcess,
    archive: DatabaseAddress,
    relay: ChildProgram<RelayCommand, RelayReport>,
  ) {
    this.#plan = plan;
    this.#ejabberd = ejabberd;
    this.#database = database;
    this.#archive = archive;
    this.#relay = relay;
  }

  /** Starts ejabberd on the measured server's PostgreSQL and joins everybody to their room. */
  static async open(installed: EjabberdPackage, plan: Workload, database: DatabaseProcess): Promise<EjabberdStage> {
    const archive = await makeArchive(database, installed.tables, peopleIn(plan));
    const relay = new ChildProgram<RelayCommand, RelayReport>(new URL("./relay-process.ts", import.meta.url).href);
    const ejabberd = await startEjabberd(installed, await reachable(archive, relay)).catch((error: unknown) => {
      relay.stop();
      throw error;
    });
    const stage = new EjabberdStage(plan, ejabberd, database, archive, relay);
    const people = Array.from({ length: peopleIn(plan) }, (_, index) => ({
      ...xmppAccount(index + 1),
      room: `room${roomOfListener(plan, index + 1)}@conference.${XMPP_HOST}`,
    }));
    try {
      await stage.#loading.ask({ kind: "open", port: ejabberd.port, people });
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** Lets the senders write. Throws if a delivery or an archived message is missing. */
  async run(seconds: number): Promise<EjabberdRun> {
    const archivedBefore = await archivedMessages(this.#archive);
    await settle();
    const [serverBefore, databaseBefore] = this.#cpu();
    const sent = await this.#loading.ask({ kind: "send", senders: this.#plan.senders, seconds });
    await settle();
    const [serverAfter, databaseAfter] = this.#cpu();
    const expected = sent.stored * this.#plan.listenersPerRoom;
    if (sent.delivered !== expected) throw new Error(`ejabberd delivered ${sent.delivered} of ${expected} messages`);
    const archived = (await archivedMessages(this.#archive)) - archivedBefore;
    if (archived !== sent.stored) throw new Error(`ejabberd archived ${archived} of ${sent.stored} messages`);
    const serverSeconds = cpuSecondsSince(serverBefore, serverAfter);
    return { sent, serverSeconds, databaseSeconds: cpuSecondsSince(databaseBefore, databaseAfter) };
  }

  pin(isPinned: boolean): void {
    const measured = [...processTree(this.#ejabberd.pid), ...processTree(this.#database.pid)];
    pinToCores(measured, [this.#loading.pid, this.#relay.pid], isPinned);
  }

  #cpu(): readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>] {
    return [cpuSeconds(processTree(this.#ejabberd.pid)), cpuSeconds(processTree(this.#database.pid))];
  }

  async close(): Promise<void> {
    this.#loading.stop();
    await this.#ejabberd.stop();
    this.#relay.stop();
  }
}

/**
 * Relays TCP to the database's Unix socket, since ejabberd's driver speaks only TCP. The relay's cost is not counted, and the database is spared TCP.
 */
async function reachable(
  database: DatabaseAddress,
  relay: ChildProgram<RelayCommand, RelayReport>,
): Promise<DatabaseAddress> {
  if (!database.host.startsWith("/")) return database;
  const socketFile = join(database.host, `.s.PGSQL.${database.port}`);
  return { ...database, host: "127.0.0.1", port: (await relay.ask({ socketFile })).port };
}
