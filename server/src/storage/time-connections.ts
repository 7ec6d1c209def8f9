import type pg from "pg";

export function timeConnections(pool: pg.Pool, observe: (seconds: number) => void): void {
  const takenAtMs = new Map<pg.PoolClient, number>();
  pool.on("acquire", (client) => takenAtMs.set(client, performance.now()));
  pool.on("release", (_error, client) => {
    const sinceMs = takenAtMs.get(client);
    takenAtMs.delete(client);
    if (sinceMs !== undefined) observe((performance.now() - sinceMs) / 1000);
  });
}
