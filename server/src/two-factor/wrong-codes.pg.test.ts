import { expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { clockAt } from "../testing/clock-at.ts";
import { enrol, factorPath, giveCode, signInAnew } from "../testing/staff-factors.ts";
import { startTestApi } from "../testing/test-api.ts";

// The clock stands still, so that no step ends between creating a code and checking it.
const startedAt = systemClock.now();
const now = () => startedAt;
const api = await startTestApi({ twoFactor: "staff", clock: clockAt(now) });
const { pool, noted } = api;

const hourLater = (personId: number) =>
  pool.query("update second_factors set wrong_since = wrong_since - interval '1 hour' where participant_id = $1", [
    personId,
  ]);

test("[TFA-2c] no code is accepted for an hour after twenty wrong ones", async () => {
  const { person, authenticator, recoveryCodes } = await enrol(api, now);
  const { person: again } = await signInAnew(api, person);
  for (let i = 0; i < 20; i += 1) expect((await giveCode(api, again, "000000")).status).toBe(422);
  const closed = await giveCode(api, again, authenticator.code());
  expect([closed.status, Number(closed.headers["retry-after"]) > 3500]).toEqual([429, true]);
  expect(noted.at(-1)).toMatchObject({ event: "limit.met", what: "two-factor-codes", who: person.id });
  expect((await giveCode(api, again, recoveryCodes[0] ?? "")).status).toBe(429);
  await hourLater(person.id);
  expect((await giveCode(api, again, authenticator.code())).status).toBe(200);
});

test("[WAIT-1a] codes are accepted again if the clock is set back after twenty wrong ones", async () => {
  const { person, authenticator } = await enrol(api, now);
  const { person: again } = await signInAnew(api, person);
  for (let i = 0; i < 20; i += 1) await giveCode(api, again, "000000");
  expect((await giveCode(api, again, "000000")).status).toBe(429);
  await pool.query(
    "update second_factors set wrong_since = wrong_since + interval '1 hour' where participant_id = $1",
    [person.id],
  );
  expect((await giveCode(api, again, authenticator.code())).status).toBe(200);
});

test("[TFA-2c] of sixty concurrent wrong codes from sixty addresses, only twenty are judged", async () => {
  const { person } = await enrol(api, now);
  const { person: again } = await signInAnew(api, person);
  const url = `${factorPath}/code`;
  const headers = { authorization: `Bearer ${again.token}` };
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      api.app.inject({ method: "POST", url, headers, remoteAddress: `198.51.100.${n}`, payload: { code: "000000" } }),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect([422, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([20, 40]);
});

test.each(["code", "recovery code"])("[TFA-2c] a right %s resets the count", async (kind) => {
  const { person, authenticator, recoveryCodes } = await enrol(api, now);
  const right = kind === "code" ? authenticator.code() : (recoveryCodes[0] ?? "");
  const { person: again } = await signInAnew(api, person);
  for (let i = 0; i < 19; i += 1) await giveCode(api, again, "000000");
  expect((await giveCode(api, again, right)).status).toBe(200);
  const { person: third } = await signInAnew(api, person);
  for (let i = 0; i < 20; i += 1) expect((await giveCode(api, third, "000000")).status).toBe(422);
  expect((await giveCode(api, third, "000000")).status).toBe(429);
});

test("[TFA-3] a recovery code entered twice at once works once", async () => {
  const { person, recoveryCodes } = await enrol(api, now);
  const [first, second] = [await signInAnew(api, person), await signInAnew(api, person)];
  const [code = ""] = recoveryCodes;
  const answers = await Promise.all([giveCode(api, first.person, code), giveCode(api, second.person, code)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
});
