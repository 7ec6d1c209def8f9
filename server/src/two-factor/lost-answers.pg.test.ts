import { describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { clockAt } from "../testing/clock-at.ts";
import { password, type Person } from "../testing/people.ts";
import {
  addPending,
  authenticatorOf,
  enrol,
  factorPath as path,
  secretOf,
  signInAnew,
} from "../testing/staff-factors.ts";
import { startTestApi } from "../testing/test-api.ts";
import { repeatableMs, wrongCodesMax } from "./rules.ts";

const time = { now: systemClock.now() };
const api = await startTestApi({ twoFactor: "staff", clock: clockAt(() => time.now) });
const { call } = api;
const enrolled = () => enrol(api, () => time.now);

const codesOf = ({ body }: Awaited<ReturnType<typeof call>>): readonly string[] => body.recovery_codes;
const give = (person: Person, code: string | undefined) => call(person, "POST", `${path}/code`, { code });
const renew = (person: Person, code: string | undefined) =>
  call(person, "POST", `${path}/recovery`, { password, code });

/** Requests a new secret, as one tab of a session does; a person with a second factor must give a code. */
async function offered(person: Person, code?: string) {
  const { body } = await call(person, "POST", path, code === undefined ? {} : { password, code });
  const authenticator = authenticatorOf(secretOf(body.secret), () => time.now);
  const confirm = () => call(person, "PUT", path, { secret: body.secret, code: authenticator.code() });
  return { secret: body.secret as string, authenticator, confirm };
}

/** Makes a person with two sessions, each with an unused code. */
async function twice() {
  const { person, authenticator, recoveryCodes } = await enrolled();
  const { person: other } = await signInAnew(api, person);
  await give(other, recoveryCodes[0]);
  return { person, other, authenticator, spare: recoveryCodes.slice(1) };
}

describe("recovery codes after a lost response", () => {
  test("[TFA-3a] are the same for a repeated request, whatever the proof", async () => {
    const { person, authenticator, recoveryCodes } = await enrolled();
    const first = await renew(person, recoveryCodes[0]);
    expect([first.status, codesOf(await renew(person, recoveryCodes[0]))]).toEqual([200, codesOf(first)]);
    const second = await renew(person, authenticator.code());
    expect((await renew(person, authenticator.code())).status).toBe(200);
    time.now += 9 * 60_000;
    expect([second.status, codesOf(await renew(person, authenticator.code(-18)))]).toEqual([200, codesOf(second)]);
    expect(codesOf(second)).not.toEqual(codesOf(first));
    expect((await renew(person, codesOf(first)[0])).body.details).toEqual({ problem: "wrong" });
  });

  test("[TFA-3a] are not repeated for other requests, nor after one of them was used", async () => {
    const { person, other, authenticator } = await twice();
    const code = authenticator.code();
    const codes = codesOf(await renew(person, code));
    expect((await renew(other, code)).status).toBe(422);
    expect((await call(person, "POST", `${path}/recovery`, { password: "alta", code })).status).toBe(422);
    const { person: third } = await signInAnew(api, person);
    expect((await give(third, codes[0])).status).toBe(200);
    expect((await renew(person, code)).status).toBe(422);
  });

  test("[TFA-3a] are the same for two concurrent renewals", async () => {
    const { person, recoveryCodes } = await enrolled();
    const [one, two] = await Promise.all([renew(person, recoveryCodes[0]), renew(person, recoveryCodes[0])]);
    expect([one.status, two.status, codesOf(two)]).toEqual([200, 200, codesOf(one)]);
  });

  test("[TFA-3a][TFA-5] are not repeated without a code, nor with the old one after 10 minutes", async () => {
    const { person, authenticator } = await enrolled();
    for (const nothing of ["-", " ", "–", "\u00a0"]) expect((await renew(person, nothing)).status).toBe(422);
    const code = authenticator.code();
    expect((await renew(person, code)).status).toBe(200);
    time.now += repeatableMs;
    expect((await renew(person, code)).status).toBe(422);
  });

  test("[TFA-2c][TFA-3a] are repeated as often as requested, and reset the count of wrong codes", async () => {
    const { person, recoveryCodes } = await enrolled();
    const { status, body } = await renew(person, recoveryCodes[0]);
    expect(status).toBe(200);
    for (let times = 0; times < wrongCodesMax + 2; times += 1) {
      expect(codesOf(await renew(person, recoveryCodes[0]))).toEqual(body.recovery_codes);
      time.now += 10_000;
    }
  });

  test("[TFA-3a] are the same for a repeated setup, in another tab too", async () => {
    const { person } = await signInAnew(api, await addPending(api));
    const [tab, otherTab] = [await offered(person), await offered(person)];
    const first = await tab.confirm();
    time.now += 30_000;
    const again = await otherTab.confirm();
    expect([again.status, codesOf(again), again.body.user]).toEqual([200, codesOf(first), first.body.user]);
    const { person: other } = await signInAnew(api, person);
    expect((await give(other, codesOf(first)[0])).status).toBe(200);
    expect((await tab.confirm()).status).toBe(409);
  });

  test("[TFA-3a] are the same for two concurrent setups", async () => {
    const { person } = await signInAnew(api, await addPending(api));
    const tab = await offered(person);
    const [one, two] = await Promise.all([tab.confirm(), tab.confirm()]);
    expect([one.status, two.status, codesOf(two)]).toEqual([200, 200, codesOf(one)]);
    expect(two.body.user).not.toHaveProperty("second_factor");
  });
});

describe("recovery codes not stored yet", () => {
  const store = (person: Person, code: string | undefined) => call(person, "PUT", `${path}/recovery`, { code });
  const left = async (person: Person) => (await call(person, "GET", path)).body.recovery_codes_left;

  test("[TFA-3c] leave the earlier ones valid, however often and by whatever code they are created", async () => {
    const { person, authenticator, recoveryCodes } = await enrolled();
    const unseen = codesOf(await renew(person, recoveryCodes[0]));
    expect((await renew(person, authenticator.code())).status).toBe(200);
    expect([await left(person), (await store(person, unseen[0])).status]).toEqual([10, 409]);
    const { person: again } = await signInAnew(api, person);
    expect((await give(again, recoveryCodes[0])).status).toBe(200);
    const { person: third } = await signInAnew(api, person);
    expect([(await give(third, recoveryCodes[0])).status, (await give(third, recoveryCodes[1])).status]).toEqual([
      422, 200,
    ]);
  });

  test("[TFA-3c] replace the earlier ones once they are stored or one is used", async () => {
    const { person, recoveryCodes } = await enrolled();
    const stored = codesOf(await renew(person, recoveryCodes[0]));
    expect((await store(person, stored[3])).body).toMatchObject({ recovery_codes_left: 10 });
    expect([(await store(person, stored[3])).status, (await store(person, recoveryCodes[1])).status]).toEqual([
      200, 409,
    ]);
    const used = codesOf(await renew(person, stored[0]));
    const { person: again } = await signInAnew(api, person);
    expect((await give(again, used[0])).status).toBe(200);
    const { person: third } = await signInAnew(api, person);
    expect([await left(person), (await give(third, stored[1])).status]).toEqual([9, 422]);
  });

  test("[TFA-3c] leave the earlier ones valid if they came with another phone", async () => {
    const { person, recoveryCodes } = await enrolled();
    const moved = await (await offered(person, recoveryCodes[0])).confirm();
    const { person: again } = await signInAnew(api, person);
    expect((await give(again, recoveryCodes[1])).status).toBe(200);
    expect((await store(person, codesOf(moved)[0])).status).toBe(200);
    const { person: third } = await signInAnew(api, person);
    expect((await give(third, recoveryCodes[2])).status).toBe(422);
  });
});

describe("a move to another phone", () => {
  test("[TFA-5] is shared by all tabs of a session, and either can confirm it", async () => {
    const { person, recoveryCodes } = await enrolled();
    const [tab, otherTab] = [await offered(person, recoveryCodes[0]), await offered(person, recoveryCodes[1])];
    expect(otherTab.secret).toBe(tab.secret);
    const first = await tab.confirm();
    const again = await otherTab.confirm();
    expect([first.status, again.status, codesOf(again)]).toEqual([200, 200, codesOf(first)]);
  });

  test("[TFA-5] that began too long ago starts over, and its code is not reported as wrong", async () => {
    const { person, recoveryCodes } = await enrolled();
    const before = await offered(person, recoveryCodes[0]);
    time.now += repeatableMs;
    const tab = await offered(person, recoveryCodes[1]);
    expect(tab.secret).not.toBe(before.secret);
    expect((await before.confirm()).body.code).toBe("conflict");
    expect((await tab.confirm()).status).toBe(200);
  });

  test("[TFA-1b] voids offers to the person's other sessions", async () => {
    const { person, other, spare } = await twice();
    const [mine, theirs] = [await offered(person, spare[0]), await offered(other, spare[1])];
    expect((await mine.confirm()).status).toBe(200);
    expect((await theirs.confirm()).body.code).toBe("conflict");
    expect((await renew(person, mine.authenticator.code(1))).status).toBe(200);
  });

  test("[TFA-3a] is also confirmed without naming its secret, once", async () => {
    const { person, recoveryCodes } = await enrolled();
    const { authenticator } = await offered(person, recoveryCodes[0]);
    const confirm = () => call(person, "PUT", path, { code: authenticator.code() });
    expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 409]);
  });
});
