import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { hashToken } from "../../../server/src/sign-in/token.ts";
import { ChildProgram } from "../durable-sends/child-program.ts";
import { cpuSeconds, cpuSecondsSince, databaseOf, type DatabaseProcess } from "../durable-sends/database-process.ts";
import { runPgbench } from "../durable-sends/pgbench.ts";
import { settle } from "../durable-sends/settle.ts";
import { endedCpuSeconds, processTree } from "../process-usage.ts";
import { startCuplajOn, thisTree } from "../subjects/cuplaj.ts";
import type { Subject } from "../subjects/subject.ts";
import { people, programToken, staffNames, type StoreCommand, type StoreReport } from "./offer-plan.ts";
import { offerRows, offersPerRun } from "./offer-rows.ts";

export interface StoredRun {
  readonly report: StoreReport;
  readonly serverSeconds: number;
  readonly databaseSeconds: number;
}

export interface BareRun {
  readonly perSecond: number;
  readonly written: number;
  readonly databaseSeconds: number;
}

export class OfferStage {
  readonly database: DatabaseProcess;
  readonly #subject: Subject;
  readonly #folder: string;
  readonly #storing = new ChildProgram<StoreCommand, StoreReport>(new URL("./store-process.ts", import.meta.url).href);
  #stored = 0;

  private constructor(subject: Subject, folder: string) {
    this.#subject = subject;
    this.#folder = folder;
    this.database = databaseOf(join(folder, "data"));
  }

  static async open(): Promise<OfferStage> {
    const folder = mkdtempSync(join(tmpdir(), "bench-offers-"));
    // If root runs this, PostgreSQL runs as another user, who must be able to reach its folder.
    chmodSync(folder, 0o711);
    const subject = await startCuplajOn(join(folder, "data"), thisTree, { OFFER_STAFF: staffNames.join(",") });
    const stage = new OfferStage(subject, folder);
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
    await client.query(
      `insert into participants (kind, name, username, password_hash)
       select case when n >= $1 then 'customer' else 'erp' end, 'Person ' || n, 'person' || n, 'none' from generate_series(1, $2) n`,
      [people.firstCustomer, people.firstCustomer + people.customers - 1],
    );
    await client.query(
      `insert into participant_roles
       select id, case when id = $1 then 'Program' when kind = 'erp' then 'Operator' else 'Customer' end from participants`,
      [people.program],
    );
    await client.query("insert into tokens values ($1, $2, now(), now())", [hashToken(programToken), people.program]);
    await client.query("create sequence bench_offers start 500000000");
    await client.query("vacuum analyze participants, participant_roles, tokens");
    await client.end();
  }

  async store(atOnce: number, seconds: number): Promise<StoredRun> {
    await settle();
    const [serverBefore, databaseBefore] = this.#cpu();
    const report = await this.#storing.ask({
      port: this.#subject.port,
      atOnce,
      seconds,
      firstOffer: 10_000 + this.#stored,
    });
    this.#stored += report.stored;
    await settle();
    const [serverAfter, databaseAfter] = this.#cpu();
    return {
      report,
      serverSeconds: cpuSecondsSince(serverBefore, serverAfter),
      databaseSeconds: cpuSecondsSince(databaseBefore, databaseAfter),
    };
  }

  /** Lets pgbench write the rows of offers. The CPU time of its connections is counted once they exit. */
  async writeRows(clients: number, seconds: number): Promise<BareRun> {
    const before = endedCpuSeconds(this.database.pid);
    const { perSecond } = runPgbench(this.database.address, offerRows, { clients, seconds });
    await settle();
    const databaseSeconds = endedCpuSeconds(this.database.pid) - before;
    return { perSecond: perSecond * offersPerRun, written: perSecond * seconds * offersPerRun, databaseSeconds };
  }

  #cpu(): readonly [ReadonlyMap<number, number>, ReadonlyMap<number, number>] {
    return [cpuSeconds([this.#subject.pid]), cpuSeconds(processTree(this.database.pid))];
  }

  async close(): Promise<void> {
    this.#storing.stop();
    await this.#subject.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
