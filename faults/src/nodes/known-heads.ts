import { monoMs, until } from "../clock.ts";
import type { Stage } from "../history-run.ts";
import { query } from "../product/database.ts";

/** How long after a given moment clients had learned the heads that the rooms had at that moment, ms. */
export interface Known {
  /** Clients that were connected at that moment and stayed connected. */
  readonly connected: readonly number[];
  /** All other clients, which had to reconnect first. */
  readonly back: readonly number[];
}

export async function timeKnown({ product, world, clients }: Stage, at: number): Promise<Known> {
  const before = clients.map(({ link }) => (link.isWhole() ? link.socket() : null));
  const rows = await query<{ id: string; last_seq: string }>(
    product.dataDir,
    "select id, last_seq from rooms where id = any($1::bigint[])",
    [world.rooms.map(({ id }) => id)],
  );
  const heads = rows.map(({ id, last_seq: head }) => [Number(id), Number(head)] as const);
  const known: { connected: number[]; back: number[] } = { connected: [], back: [] };
  const waiting = new Map(clients.map((client, index) => [client, before[index] ?? null]));
  await until(
    () => {
      for (const [client, socket] of waiting) {
        const { state, link } = client;
        if (!link.isWhole() || heads.some(([id, head]) => (state.logs.get(id)?.cursor() ?? head) < head)) continue;
        const hasStayed = socket !== null && link.socket() === socket;
        (hasStayed ? known.connected : known.back).push(monoMs() - at);
        waiting.delete(client);
      }
      return waiting.size === 0;
    },
    60_000,
    "all clients to know the rooms' heads",
  );
  return known;
}
