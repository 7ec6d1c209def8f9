import { randomUUID } from "node:crypto";
import { createCaller } from "../clients/http-caller.ts";
import { monoMs, sleep, until } from "../clock.ts";
import { query } from "../product/database.ts";
import type { Product } from "../product/product.ts";
import { joinAll, type Person } from "../product/world.ts";
import { statusOf } from "../revocation/devices.ts";
import { findServer, openTab, type Server, type Tab } from "../tabs/tab.ts";
import type { PushServices } from "./push-services.ts";

const offer = 600_001;

/** A room of people without any page open, who get each message as a push. */
export interface Bell {
  /** Says one message, however often it must be sent. */
  ring(): Promise<void>;
  /** Waits until each has as many pushes as rings; returns how many came more than once. */
  heard(): Promise<number>;
}

/** A push whose sender died is sent by another after its lease of 30 s. */
const heardMsMax = 45_000;

export async function hangBell(
  { address, dataDir }: Pick<Product, "address" | "dataDir">,
  [speaker, ...sleepers]: readonly Person[],
  services: PushServices,
): Promise<Bell> {
  if (speaker === undefined) throw new Error("nobody can ring");
  await query(
    dataDir,
    "insert into offers (id, customer_id, status, valid_until) select $1, customer_id, status, valid_until from offers limit 1",
    [offer],
  );
  const room = await joinAll(address, offer, [speaker, ...sleepers]);
  for (const sleeper of sleepers) {
    await callUntilDone(address, sleeper, "/api/v1/subscribePush", services.subscriptionOf(`${sleeper.id}`));
  }
  let rings = 0;
  return {
    async ring() {
      rings += 1;
      const body = { message: `ring ${rings}`, client_id: randomUUID() };
      await callUntilDone(address, speaker, `/api/v1/publish/${room}`, body);
    },
    async heard() {
      const pushes = (): number[] => sleepers.map(({ id }) => services.pushesTo(`${id}`));
      await until(() => pushes().every((count) => count >= rings), heardMsMax, `${rings} pushes to each sleeper`);
      // Time for a second one.
      await sleep(2000);
      return pushes().reduce((sum, count) => sum + count - rings, 0);
    },
  };
}

/** Repeats a call until it is 2xx, for at most a minute. */
async function callUntilDone(address: string, { token }: Person, path: string, body: object): Promise<number> {
  const http = createCaller({ address, token });
  const isDone = async (): Promise<boolean> => {
    const answer = await http.call("POST", path, body);
    if (answer.kind === "answer" && answer.status >= 400 && answer.status < 500)
      throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.kind === "answer" && answer.status < 300;
  };
  await until(isDone, 60_000, path).finally(() => http.close());
  return monoMs();
}

/** A person with a page at each node, who signs out at one of them. */
export interface Leaver {
  /** Returns when that was acknowledged. */
  signOut(node: number): Promise<number>;
  readonly tabs: readonly Tab[];
  /** The statuses that each node answers with the old token. */
  statuses(): Promise<readonly number[]>;
}

export async function openLeaver(doors: readonly string[], person: Person): Promise<Leaver> {
  const servers: Server[] = [];
  for (const door of doors) servers.push(await findServer(door));
  const tabs = await Promise.all(servers.map((server) => openTab(server, person, [`private-user.${person.id}`])));
  return {
    tabs,
    signOut: (node) => callUntilDone(doors[node] ?? "", person, "/api/v1/logout", {}),
    statuses: () => Promise.all(servers.map((server) => statusOf(server, person, "/api/v1/me"))),
  };
}

/** LIMIT_OWN_SETTINGS_PER_MINUTE */
export const allowedAtOnce = 20;

/** LIM-2a: calls each node as often as all together allow at once; returns how many calls were allowed. */
export async function exhaust(doors: readonly string[], person: Person, services: PushServices): Promise<number> {
  const body = services.subscriptionOf("nobody");
  const calls = doors.map(async (address) => {
    const http = createCaller({ address, token: person.token });
    let allowed = 0;
    // One after the other: if a node is too busy to wait for Redis, it counts by itself (LIM-2c).
    for (let count = 0; count < allowedAtOnce; count += 1) {
      const answer = await http.call("POST", "/api/v1/unsubscribePush", body);
      if (answer.kind === "answer" && answer.status === 200) allowed += 1;
    }
    http.close();
    return allowed;
  });
  return (await Promise.all(calls)).reduce((sum, count) => sum + count, 0);
}
