import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import type { Clock } from "../kernel/clock.ts";
import type { App } from "../http/app.ts";
import type { Config } from "../settings/config.ts";
import { publicPassword } from "../demo/content/people.ts";
import { type CallApi, createDemoLife, type DemoLife } from "../demo/demo-life.ts";
import type { DemoStores } from "../demo/store.ts";
import { demoStorePg } from "../demo/store.pg.ts";
import { createActionStore } from "../actions/store.pg.ts";
import { addFile } from "../files/storage/store.pg.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { offersOn } from "../offers/store.pg.ts";
import { addAccount } from "../participants/account-store.pg.ts";
import { createRequestStore } from "../requests/store.pg.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import type { FileStorages } from "../files/storage/object-storage.ts";
import type { Log } from "../kernel/log.ts";
import { hashPassword, verifyPassword } from "../sign-in/password-hash.ts";
import { makePassword } from "../sign-in/token.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import type { OpenDatabase } from "../storage/database.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { writeSecretFile } from "../storage/secret-file.ts";
import { ensureSetting, readSetting } from "../storage/stored-setting.ts";

interface FilledDemo {
  readonly kind: "filled" | "not-empty";
  readonly passwordsFile: string | null;
}

interface DemoParts {
  readonly pool: OpenDatabase["pool"];
  readonly clock: Clock;
  readonly storages: Pick<FileStorages, "current" | "workFolder">;
}

const liveKey = "went_live";

interface DemoWiring extends Omit<DemoParts, "pool"> {
  readonly config: Config;
  readonly storage: Pick<DemoParts, "pool">;
  readonly log: Pick<Log, "info">;
}

interface OpenedDemo {
  readonly accounts: PublicSettings["demo_accounts"];
  /** Null unless the demo was just filled and its accounts are listed on the sign-in page. */
  readonly life: DemoLife | null;
}

/** RUN-9: fills an empty database if a demo is wanted. Refuses to start a live server while any account has the demo's public password. */
export async function openDemo(
  { config, storage: { pool }, clock, log, storages }: DemoWiring,
  app: () => App,
): Promise<OpenedDemo> {
  const filled = config.isDemo ? await fillEmptyWithDemo(config, { pool, clock, storages }) : null;
  if (filled?.passwordsFile) log.info({ file: filled.passwordsFile }, "random demo passwords were generated");
  if (config.isPublic || config.isProduction) {
    await ensureSetting(pool, liveKey, () => "yes");
    await refusePublicPasswords(pool);
  }
  const accounts = await shownAccounts(config, pool);
  const isAlive = filled?.kind === "filled" && accounts.length > 0;
  const call: CallApi = async (asked, token) => await callOwnApi(app(), asked, token);
  return { accounts, life: isAlive ? createDemoLife({ call, clock, log }) : null };
}

/** RUN-9: fills an empty database. If others can reach the server, passwords are generated and written to `DATA_DIR`. */
async function fillEmptyWithDemo(
  { isPublic, dataDir }: Pick<Config, "isPublic" | "dataDir">,
  { pool, clock, storages }: DemoParts,
): Promise<FilledDemo> {
  const store = demoStorePg(pool);
  const passwordsFile = join(dataDir, "demo-passwords");
  const unfinished = `${passwordsFile}.new`;
  if (!(await store.isEmpty())) {
    const isCutShort = existsSync(unfinished) && (await store.filledWith()) === "random";
    if (!isCutShort) return { kind: "not-empty", passwordsFile: null };
    renameSync(unfinished, passwordsFile);
    return { kind: "filled", passwordsFile };
  }
  const { fillDemo, randomPasswords } = await import("../demo/fill-demo.ts");
  const filling = { store, storesOn: demoStoresOn, storages, hashPassword, newId: randomUUID, now: clock.now() };
  if (!isPublic) return { kind: await fillDemo({ ...filling, passwords: "public" }), passwordsFile: null };
  const passwords = randomPasswords(makePassword);
  // The file is written before the commit, so that a crash leaves no accounts whose passwords nobody knows.
  writeSecret(unfinished, [...passwords].map((entry) => `${entry.join(" ")}\n`).join(""));
  const kind = await fillDemo({ ...filling, passwords });
  if (kind === "filled") renameSync(unfinished, passwordsFile);
  else rmSync(unfinished);
  return { kind, passwordsFile: kind === "filled" ? passwordsFile : null };
}

export const demoStoresOn = (client: StatementPool): DemoStores => ({
  addAccount: (account) => addAccount(client, account),
  offers: offersOn(client),
  rooms: createRoomStore(client),
  messages: createMessageStore(client),
  requests: createRequestStore({ pool: client, messagesOn: createMessageStore }),
  actions: createActionStore(client),
  addFile: (file) => addFile(client, file),
});

/** Fills the demo for the operator's command, which may lack the server's settings: if a server was ever live, others may be able to reach it. */
export async function fillByCommand(config: Config, parts: DemoParts): Promise<FilledDemo> {
  const wentLive = (await readSetting(parts.pool, liveKey)) !== undefined;
  return await fillEmptyWithDemo({ ...config, isPublic: config.isPublic || wentLive }, parts);
}

async function refusePublicPasswords(pool: OpenDatabase["pool"]): Promise<void> {
  const accounts = await demoStorePg(pool).enabledAccounts();
  const areOpen = await Promise.all(accounts.map((account) => verifyPassword(publicPassword, account.passwordHash)));
  const names = accounts.filter((_account, index) => areOpen[index]).map(({ username }) => username);
  if (names.length === 0) return;
  throw new StartupProblem(
    `The database has demo accounts whose password is ${publicPassword} (${names.join(", ")}): \`cuplaj demo remove\` disables them; until then, no public or production server starts.`,
  );
}

async function shownAccounts(config: Config, pool: OpenDatabase["pool"]): Promise<PublicSettings["demo_accounts"]> {
  const store = demoStorePg(pool);
  if (!config.isDemo || config.isPublic || (await store.filledWith()) !== "public") return [];
  return (await store.enabledAccounts()).map(({ username, name, kind }) => ({ username, name, type: kind }));
}

function writeSecret(file: string, text: string): void {
  try {
    writeSecretFile(file, text);
  } catch (error) {
    throw new StartupProblem(
      `${file} cannot be written (${reasonOf(error)}): DATA_DIR must be writable by this account.`,
    );
  }
}

async function callOwnApi(
  app: App,
  { method, path, body }: Parameters<CallApi>[0],
  token: string | null,
): Promise<unknown> {
  const headers = { host: "localhost", ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  const answer = await app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} was answered ${answer.statusCode}.`);
  return answer.json();
}
