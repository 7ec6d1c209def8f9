import { randomUUID } from "node:crypto";
import { ask } from "../clients/client-state.ts";
import { createCaller } from "../clients/http-caller.ts";
import { monoMs, sleep, until } from "../clock.ts";
import { query } from "../product/database.ts";
import type { Product } from "../product/product.ts";
import type { Person } from "../product/world.ts";
import type { Random } from "../random.ts";
import { statusOf } from "../revocation/devices.ts";
import { findServer, openTab, type Server, type Tab } from "../tabs/tab.ts";
import type { PushReceivers } from "./push-receivers.ts";

const offer = 600_001;

/** A room whose members have no page open, so that they get each message as a push. */
export interface PushRoom {
  /** Sends one message, with retries until it is stored. */
  send(): Promise<void>;
  /** Waits until each member has a push for every message. Returns the number of duplicate pushes. */
  untilPushed(): Promise<number>;
}

/** How long a push may take, ms. If the node that sends it dies, another sends it once its lease of 30 s has ended. */
const pushedMsMax = 45_000;

export async function openPushRoom(
  { address, dataDir, random }: Pick<Product, "address" | "dataDir"> & { readonly random: Random },
  [author, ...absent]: readonly Person[],
  receivers: PushReceivers,
): Promise<PushRoom> {
  if (author === undefined) throw new Error("nobody can send");
  await query(
    dataDir,
    "insert into offers (id, customer_id, status, valid_until) select $1, customer_id, status, valid_until from offers limit 1",
    [offer],
  );
  const call = (person: Person, path: string, body: object) => callUntilDone({ address, person, random }, path, body);
  const { chat } = await call(author, "/api/v1/join", { type: 1, channel: offer });
  for (const member of absent) {
    await call(member, "/api/v1/join", { type: 1, channel: offer });
    await call(member, "/api/v1/subscribePush", receivers.subscriptionOf(`${member.id}`));
  }
  let sent = 0;
  return {
    async send() {
      sent += 1;
      await call(author, `/api/v1/publish/${chat.id}`, { message: `message ${sent}`, client_id: randomUUID() });
    },
    async untilPushed() {
      const pushes = (): number[] => absent.map(({ id }) => receivers.pushesTo(`${id}`));
      await until(() => pushes().every((count) => count >= sent), pushedMsMax, `${sent} pushes to each member`);
      // Leaves time for duplicates to arrive.
      await sleep(2000);
      return pushes().reduce((sum, count) => sum + count - sent, 0);
    },
  };
}

interface Calling {
  readonly address: string;
  readonly person: Person;
  readonly random: Random;
}

async function callUntilDone({ address, person, random }: Calling, path: string, body: object) {
  const http = createCaller({ address, token: person.token });
  const asked = ask({ http, isStopped: false, proc: person.name, random }, "POST", path, body);
  return (await asked.finally(() => http.close())).body;
}

/** A person with a page at each node, who signs out at one of them. */
export interface Leaver {
  /** Signs out at a node. Returns the time of the acknowledgement. */
  signOut(node: number): Promise<number>;
  readonly tabs: readonly Tab[];
  /** The status that each node returns to a call with the old token. */
  statuses(): Promise<readonly number[]>;
}

export async function openLeaver(entrances: readonly string[], person: Person, random: Random): Promise<Leaver> {
  const servers: Server[] = [];
  for (const entrance of entrances) servers.push(await findServer(entrance));
  const tabs = await Promise.all(servers.map((server) => openTab(server, person, [`private-user.${person.id}`])));
  return {
    tabs,
    async signOut(node) {
      await callUntilDone({ address: entrances[node] ?? "", person, random }, "/api/v1/logout", {});
      return monoMs();
    },
    statuses: () => Promise.all(servers.map((server) => statusOf(server, person, "/api/v1/me"))),
  };
}

/** The default of `LIMIT_OWN_SETTINGS_PER_MINUTE`. */
export const allowedAtOnce = 20;

/** LIM-2a: makes at each node as many calls as all nodes together allow. Returns the number of allowed calls. */
export async function exhaust(entrances: readonly string[], person: Person, receivers: PushReceivers): Promise<number> {
  const body = receivers.subscriptionOf("nobody");
  const calls = entrances.map(async (address) => {
    const http = createCaller({ address, token: person.token });
    let allowed = 0;
    // The calls come one after the other, since a node that is too busy to wait for Redis counts by itself (LIM-2c).
    for (let count = 0; count < allowedAtOnce; count += 1) {
      const answer = await http.call("POST", "/api/v1/unsubscribePush", body);
      if (answer.kind === "answer" && answer.status === 200) allowed += 1;
    }
    http.close();
    return allowed;
  });
  return (await Promise.all(calls)).reduce((sum, count) => sum + count, 0);
}
