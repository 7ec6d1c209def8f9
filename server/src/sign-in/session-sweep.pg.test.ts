import { expect, test } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { createTestDatabase } from "../testing/database.ts";
import { addPeople } from "../testing/people.ts";
import { tokenIdleMsMax } from "./rules.ts";
import { createSignInStore } from "./store.pg.ts";
import { hashToken, makeToken, sessionOf } from "./token.ts";

const { database, pool } = await createTestDatabase();
const { ana, radu, mia } = await addPeople({ database });
const store = createSignInStore(pool);

test("[AUTH-6] of the live sessions those are good whose token is known, in time and of nobody who was disabled", async () => {
  const now = systemClock.now();
  await database
    .updateTable("participants")
    .set({ disabled_at: isoTime(now) })
    .where("id", "=", radu.id)
    .execute();
  const lastUsedAt = now - tokenIdleMsMax + 1000;
  await database
    .updateTable("tokens")
    .set({ last_used_at: isoTime(lastUsedAt) })
    .where("participant_id", "=", mia.id)
    .execute();
  const hashes = [ana.token, radu.token, mia.token, makeToken()].map(hashToken);
  const goodAt = async (at: number) => {
    const good = await store.findGoodTokens(hashes, at);
    return new Map(good.map((token) => [token.session, token.lastUsedAt]));
  };
  const [anas, mias] = [ana, mia].map(({ token }) => sessionOf(hashToken(token)));
  const good = await goodAt(now);
  expect(new Set(good.keys())).toEqual(new Set([anas, mias]));
  expect(good.get(mias ?? "")).toBe(lastUsedAt);
  expect([...(await goodAt(now + 999)).keys()]).toContain(mias);
  expect([...(await goodAt(now + 1000)).keys()]).toEqual([anas]);
});
