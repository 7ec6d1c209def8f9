import { createHash, randomBytes } from "node:crypto";
import { createCaller } from "../clients/http-caller.ts";
import { connectDatabase } from "../product/database.ts";
import type { Product } from "../product/product.ts";
import type { Holder, Server, Tab } from "../tabs/tab.ts";

export interface Scene {
  readonly product: Product;
  readonly server: Server;
  readonly room: { readonly id: number; readonly offerId: number; readonly channel: string };
  readonly speaker: Holder;
}

/** The hash by which a token is stored, its SHA-256. */
export const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Creates more devices for each person: the same id with new tokens. */
export async function addDevices({ product }: Scene, holders: readonly Holder[], per = 1): Promise<Holder[]> {
  const devices = holders.flatMap(({ id }) =>
    Array.from({ length: per }, () => ({ id, token: randomBytes(32).toString("base64url") })),
  );
  const client = await connectDatabase(product.dataDir);
  try {
    await client.query(
      `insert into tokens (hash, participant_id, created_at, last_used_at)
       select hash, id, now(), now() from unnest($1::bytea[], $2::bigint[]) t(hash, id)`,
      [devices.map(({ token }) => hashOf(token)), devices.map(({ id }) => id)],
    );
  } finally {
    await client.end();
  }
  return devices;
}

/** The status of a call; 0 without a response. */
export async function statusOf(server: Server, { token }: Holder, path: string, body?: object): Promise<number> {
  const http = createCaller({ address: server.address, token });
  const answer = await http.call(body === undefined ? "GET" : "POST", path, body);
  http.close();
  return answer.kind === "answer" ? answer.status : 0;
}

export async function countAlive(tabs: readonly Tab[]): Promise<number> {
  const alive = await Promise.all(tabs.map((tab) => tab.isAlive()));
  return alive.filter(Boolean).length;
}

/** How tabs close within `timeoutMs`; null for those that stay open. */
export async function closings(
  tabs: readonly Tab[],
  timeoutMs: number,
): Promise<readonly ({ readonly code: number; readonly at: number } | null)[]> {
  let stop = (): void => undefined;
  const late = new Promise<null>((resolve) => {
    const timer = setTimeout(() => resolve(null), timeoutMs);
    stop = () => clearTimeout(timer);
  });
  const ends = await Promise.all(tabs.map((tab) => Promise.race([tab.closed, late])));
  stop();
  return ends;
}
