import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { clockAt } from "../testing/clock-at.ts";
import type { Person } from "../testing/people.ts";
import { enrol, factorPath, giveCode, signInAnew } from "../testing/staff-factors.ts";
import { startTestApi } from "../testing/test-api.ts";
import { usualLimits } from "../testing/usual-limits.ts";

// The clock advances by 1 ms per reading, so that tokens have an order.
const at = { ms: systemClock.now() + 60_000 };
const now = () => (at.ms += 1);
const api = await startTestApi({ twoFactor: "staff", clock: clockAt(now) });
const { call, pool } = api;

const meOf = async (person: Person) => await call(person, "GET", "/api/v1/me");

test("[TFA-1e] five pending sign-ins are kept, and they never end a complete one", async () => {
  const { person } = await enrol(api, now);
  await pool.query(
    `insert into tokens (hash, participant_id, created_at, last_used_at, second_factor_at)
     select sha256(n::text::bytea), $1, now(), now() - n * interval '1 minute', now() from generate_series(1, 99) n`,
    [person.id],
  );
  const pending: Person[] = [];
  for (let n = 0; n < 8; n += 1) pending.push((await signInAnew(api, person)).person);
  const answers = [];
  for (const one of pending) answers.push((await meOf(one)).status);
  expect(answers).toEqual([401, 401, 401, 200, 200, 200, 200, 200]);
  const { rowCount } = await pool.query(
    "select from tokens where participant_id = $1 and second_factor_at is not null",
    [person.id],
  );
  expect(rowCount).toBe(100);
});

test("[TFA-1e] a pending sign-in does not use up the person's limits", async () => {
  const limited = await startTestApi({ twoFactor: "staff", limits: usualLimits });
  const { person } = await enrol(limited);
  const { person: pending } = await signInAnew(limited, person);
  const { burst } = usualLimits.calls.rates.ownSettings;
  for (let n = 0; n < burst; n += 1) await limited.call(pending, "POST", factorPath, {});
  expect((await limited.call(pending, "POST", factorPath, {})).status).toBe(429);
  expect((await limited.call(person, "PUT", "/api/v1/me", { locale: "en" })).status).toBe(200);
});

test("[TFA-1a] a pending sign-in sees no roles, silences or rooms; the completed one does", async () => {
  const { person, authenticator } = await enrol(api, now);
  const { person: again, user } = await signInAnew(api, person);
  const nothing = { roles: [], users_silenced: [], rooms: { pinned: [], muted: [], unread: [] } };
  expect(user).toMatchObject(nothing);
  expect((await meOf(again)).body.user).toMatchObject(nothing);
  const given = await giveCode(api, again, authenticator.code());
  expect(given.body.user).toEqual((await meOf(person)).body.user);
  expect(given.body.user.roles).toMatchObject([{ name: "Agent" }]);
});
