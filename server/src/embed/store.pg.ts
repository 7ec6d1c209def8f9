import { hash } from "node:crypto";
import { isoTime } from "../kernel/clock.ts";
import { namedStatement, type StatementPool } from "../storage/named-statement.ts";
import type { HostTokenStore } from "./store.ts";

// A concurrent use of the same token waits until the first one commits.
const insertUsed = namedStatement(
  "embed-use-token",
  "insert into used_host_tokens (jti_hash, expires_at) values ($1, $2) on conflict do nothing returning 1",
);
const deleteEnded = namedStatement("embed-forget-tokens", "delete from used_host_tokens where expires_at < $1");

export const createHostTokenStore = (pool: StatementPool): HostTokenStore => ({
  async use(jti, expiresAt) {
    return (await insertUsed(pool, [hash("sha256", jti, "buffer"), isoTime(expiresAt)])).length > 0;
  },
  async removeEnded(before) {
    await deleteEnded(pool, [isoTime(before)]);
  },
});
