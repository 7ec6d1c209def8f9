import { describe, expect, test } from "vitest";
import { recoveryCodesMax } from "@cuplaj/protocol/limits.ts";
import { systemClock } from "../kernel/clock.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { createPersonalDataStore } from "../personal-data/store.pg.ts";
import { hashToken, sessionOf } from "../sign-in/token.ts";
import { clockAt } from "../testing/clock-at.ts";
import { hostOrigin, makeHostToken } from "../testing/host-tokens.ts";
import { password, type Person } from "../testing/people.ts";
import {
  addFactor,
  addPending,
  authenticatorOf,
  enrol,
  factorPath as path,
  giveCode,
  secretOf,
  signInAnew,
} from "../testing/staff-factors.ts";
import { startTestApi } from "../testing/test-api.ts";
import { usualLimits } from "../testing/usual-limits.ts";
import { toBase32 } from "./base32.ts";
import { createTwoFactorStore } from "./store.pg.ts";
import { addressOf } from "./totp.ts";

// The clock stands still, so that no step ends between creating a code and checking it.
const startedAt = systemClock.now();
const now = () => startedAt;
const api = await startTestApi({ twoFactor: "staff", clock: clockAt(now) });
const { call, people, pool, noted } = api;

const signIn = (person: Person, through = api) => signInAnew(through, person);
const enrolled = () => enrol(api, now);
const give = (person: Person, code: string) => giveCode(api, person, code);
const offered = async (person: Person) => {
  const { body } = await call(person, "POST", path, {});
  return authenticatorOf(secretOf(body.secret), now);
};
const problemOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.code, body.details?.problem];

describe("a member of staff without a second factor", () => {
  test("[TFA-1][TFA-1a] sets one up before anything else", async () => {
    const { person, user } = await signIn(people.vlad);
    expect(user.second_factor).toBe("enrol");
    for (const [method, url] of [
      ["GET", "/api/v1/all/1"],
      ["POST", "/api/broadcasting/auth"],
      ["POST", "/api/v1/me/password"],
      ["PUT", "/api/v1/me"],
      ["GET", "/api/v1/me/devices"],
    ] as const) {
      const refused = await call(person, method, url, method === "GET" ? undefined : {});
      expect([url, refused.status, refused.body.code]).toEqual([url, 403, "second_factor_required"]);
    }
    expect((await call(person, "GET", "/api/v1/me")).body.user.second_factor).toBe("enrol");
    const { body: shown } = await call(person, "POST", path, {});
    const authenticator = authenticatorOf(secretOf(shown.secret), now);
    expect(new URL(shown.uri).searchParams.get("secret")).toBe(shown.secret);
    const typed = authenticator.code().replace(/^.{3}/u, "$& ");
    const set = await call(person, "PUT", path, { code: typed });
    expect(set.body.recovery_codes).toHaveLength(recoveryCodesMax);
    expect(set.body.user).not.toHaveProperty("second_factor");
    expect((await call(person, "GET", "/api/v1/all/1")).status).toBe(200);
    expect((await call(person, "GET", path)).body).toMatchObject({ is_asked: true, recovery_codes_left: 10 });
    expect((await signIn(people.vlad)).user.second_factor).toBe("code");
  });

  test("[TFA-1] is refused a wrong code, and a secret offered to another session", async () => {
    const { person } = await signIn(await addPending(api));
    const { person: other } = await signIn(person);
    await call(person, "POST", path, {});
    expect(problemOf(await call(person, "PUT", path, { code: "000000" }))).toEqual([
      422,
      "second_factor_refused",
      "wrong",
    ]);
    expect((await call(other, "PUT", path, { code: "000000" })).status).toBe(409);
  });

  test("[TFA-1b] sets up only one: another session's offer does not replace it", async () => {
    const { person } = await signIn(await addPending(api));
    const { person: other } = await signIn(person);
    const [first, second] = [await offered(person), await offered(other)];
    expect(first.secret).not.toEqual(second.secret);
    expect((await call(other, "PUT", path, { code: second.code() })).status).toBe(200);
    expect((await call(person, "PUT", path, { code: first.code() })).body.code).toBe("second_factor_required");
    expect((await call(person, "POST", path, {})).body.code).toBe("second_factor_required");
  });

  test("[TFA-1b] sets up only one if two sessions confirm at once", async () => {
    const { person } = await signIn(await addPending(api));
    const { person: other } = await signIn(person);
    const authenticators = [await offered(person), await offered(other)] as const;
    const answers = await Promise.all(
      [person, other].map((one, n) => call(one, "PUT", path, { code: authenticators[n]?.code() })),
    );
    const [done, ...more] = answers.toSorted((a, b) => a.status - b.status);
    expect([done?.status, more.map(({ body }) => body.code)]).toEqual([
      200,
      [expect.stringMatching(/^(conflict|second_factor_required)$/u)],
    ]);
    const { rows } = await pool.query("select secret from second_factors where participant_id = $1", [person.id]);
    expect(rows).toEqual([{ secret: authenticators[answers.findIndex(({ status }) => status === 200)]?.secret }]);
    const codes = await pool.query("select from recovery_codes where participant_id = $1", [person.id]);
    expect(codes.rowCount).toBe(recoveryCodesMax);
  });

  test("[TFA-1b] is offered the same secret in all tabs of a session", async () => {
    const { person } = await signIn(await addPending(api));
    const [first, again] = [await offered(person), await offered(person)];
    expect(again.secret).toEqual(first.secret);
    expect((await call(person, "PUT", path, { code: first.code() })).status).toBe(200);
  });
});

describe("a member of staff with a second factor", () => {
  test("[TFA-1][TFA-1a] enters a code after the password before anything else", async () => {
    const { person, authenticator } = await enrolled();
    const { person: again, user } = await signIn(person);
    expect(user.second_factor).toBe("code");
    expect((await call(again, "GET", "/api/v1/all/1")).body.code).toBe("second_factor_required");
    const given = await give(again, ` ${authenticator.code().replace(/^.{3}/u, "$& ")} `);
    expect([given.status, given.body.user.second_factor]).toEqual([200, undefined]);
    expect((await call(again, "GET", "/api/v1/all/1")).status).toBe(200);
    expect((await give(again, authenticator.code())).status).toBe(200);
    const kinds = noted.filter(({ who }) => who === person.id).map(({ event, what }) => `${event} ${what}`);
    expect(kinds).toEqual([
      "sign-in.begun main",
      "sign-in.succeeded two-factor set-up",
      "sign-in.begun main",
      "sign-in.succeeded two-factor code",
    ]);
  });

  test("[TFA-2] can use each code once, in any session", async () => {
    const { person, authenticator } = await enrolled();
    const [first, second] = [await signIn(person), await signIn(person)];
    const code = authenticator.code();
    const answers = await Promise.all([give(first.person, code), give(second.person, code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 422)?.body.details.problem).toBe("used");
  });

  test("[TFA-2] learns whether a code is wrong or expired", async () => {
    const { person, authenticator } = await enrolled();
    const { person: again } = await signIn(person);
    expect(problemOf(await give(again, "000000"))).toEqual([422, "second_factor_refused", "wrong"]);
    expect(problemOf(await give(again, authenticator.code(-4)))).toEqual([422, "second_factor_refused", "expired"]);
  });

  test("[TFA-3] signs in with each recovery code once", async () => {
    const { person, recoveryCodes } = await enrolled();
    const [code = ""] = recoveryCodes;
    const { person: again } = await signIn(person);
    expect((await give(again, code.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await call(again, "GET", path)).body.recovery_codes_left).toBe(9);
    const { person: third } = await signIn(person);
    expect(problemOf(await give(third, code))).toEqual([422, "second_factor_refused", "wrong"]);
    const { rows } = await pool.query("select hash from recovery_codes where participant_id = $1", [person.id]);
    expect(JSON.stringify(rows)).not.toContain(recoveryCodes[1]);
  });

  test("[TFA-1] cannot sign in with a code of a replaced second factor", async () => {
    const { person, authenticator } = await enrolled();
    const { person: again } = await signIn(person);
    const session = sessionOf(hashToken(again.token));
    const factors = createTwoFactorStore(pool);
    await addFactor(api, person);
    expect(await factors.complete(session, authenticator.secret, now())).toBe(false);
    expect((await call(again, "GET", "/api/v1/me")).body.user.second_factor).toBe("code");
  });

  test("[TFA-5] creates recovery codes and moves to another phone with password and code", async () => {
    const { person, authenticator, recoveryCodes } = await enrolled();
    const renew = (proof: object) => call(person, "POST", `${path}/recovery`, proof);
    const wrong = await renew({ password: "alta", code: authenticator.code() });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ["password"]]);
    const renewed = await renew({ password, code: authenticator.code() });
    expect(renewed.body.recovery_codes).toHaveLength(recoveryCodesMax);
    await call(person, "PUT", `${path}/recovery`, { code: renewed.body.recovery_codes[0] });
    expect((await call(person, "POST", path, {})).body.code).toBe("invalid");
    const used = await call(person, "POST", path, { password, code: recoveryCodes[0] });
    expect(problemOf(used)).toEqual([422, "second_factor_refused", "wrong"]);
    const { body } = await call(person, "POST", path, { password, code: renewed.body.recovery_codes[0] });
    const moved = authenticatorOf(secretOf(body.secret), now);
    expect((await call(person, "PUT", path, { code: moved.code() })).status).toBe(200);
    const { person: again } = await signIn(person);
    expect((await give(again, authenticator.code(1))).status).toBe(422);
    expect((await give(again, moved.code(1))).status).toBe(200);
  });
});

describe("nobody else", () => {
  test("[TFA-1] needs one: customers, programs, and people signed in by a host", async () => {
    expect((await signIn(people.ana)).user).not.toHaveProperty("second_factor");
    const { body } = await call(null, "POST", "/api/v1/embed/login", {
      token: makeHostToken({ sub: "mia", iat: Math.floor(now() / 1000), exp: Math.floor(now() / 1000) + 60 }),
      origin: hostOrigin,
    });
    expect(body.user).not.toHaveProperty("second_factor");
    const mia = { ...people.mia, token: body.token };
    expect((await call(mia, "GET", "/api/v1/all/1")).status).toBe(200);
    expect((await call(mia, "POST", path, { password, code: "000000" })).body.code).toBe("conflict");
    const { token } = (await call(people.admin, "POST", "/api/v1/admin/tokens", { username: "radu", program: "ERP" }))
      .body;
    const program = { ...people.radu, token };
    expect((await call(program, "GET", "/api/v1/all/1")).status).toBe(200);
    expect((await call(program, "POST", path, {})).status).toBe(403);
    expect((await call(people.ana, "POST", path, {})).status).toBe(403);
  });

  test("[TFA-1] needs one while the setting is off, even with a second factor", async () => {
    const off = await startTestApi();
    await addFactor(off, off.people.mia);
    expect((await signIn(off.people.mia, off)).user).not.toHaveProperty("second_factor");
    expect((await off.call(off.people.mia, "POST", path, {})).status).toBe(403);
  });
});

test("[AUTH-3] wrong codes are counted together with wrong passwords, per name and address", async () => {
  const limited = await startTestApi({ twoFactor: "staff", limits: usualLimits });
  const authenticator = await addFactor(limited, limited.people.mia);
  const { person } = await signIn(limited.people.mia, limited);
  const code = (given: string) => limited.call(person, "POST", `${path}/code`, { code: given });
  for (let i = 0; i < 5; i += 1) expect((await code("000000")).status).toBe(422);
  expect((await code(authenticator.code())).status).toBe(429);
  const signedIn = await limited.call(null, "POST", "/api/v1/login", { username: "mia", password });
  expect(signedIn.status).toBe(429);
});

describe("a lost phone", () => {
  test("[TFA-4] an administrator removes the second factor, which ends all sign-ins and is logged", async () => {
    const { person } = await enrolled();
    const reset = (by: Person, id: number) => call(by, "POST", `/api/v1/admin/accounts/${id}/two-factor`);
    expect((await reset(people.radu, person.id)).status).toBe(403);
    expect((await reset(people.admin, people.admin.id)).status).toBe(409);
    expect((await reset(people.admin, person.id)).body.account).toMatchObject({
      has_second_factor: false,
      sign_ins: 0,
    });
    expect((await call(person, "GET", "/api/v1/me")).status).toBe(401);
    expect((await signIn(person)).user.second_factor).toBe("enrol");
    const { rows } = await pool.query(
      "select participant_id as by from audit where kind = 'account.two-factor-removed' and about_id = $1",
      [person.id],
    );
    expect(rows).toEqual([{ by: people.admin.id }]);
  });

  test("[TFA-4] the operator's command does the same, and fails without a second factor", async () => {
    const { person } = await enrolled();
    const accounts = createAccountStore(pool);
    expect(await accounts.removeSecondFactor(person.username)).toBe(true);
    expect(await accounts.removeSecondFactor(person.username)).toBe(false);
    expect((await call(person, "GET", "/api/v1/me")).status).toBe(401);
  });
});

test("[TFA-1a] a temporary password asks for the second factor before a new password", async () => {
  const { person } = await enrolled();
  await createAccountStore(pool).changePassword(
    person.id,
    (await pool.query("select password_hash from participants where id = $1", [people.mia.id])).rows[0].password_hash,
    "temporary",
  );
  const { person: again, user } = await signIn(person);
  expect(user).toMatchObject({ second_factor: "code", has_temporary_password: true });
  const change = { current: password, password: "o parolă nouă" };
  expect((await call(again, "POST", "/api/v1/me/password", change)).body.code).toBe("second_factor_required");
});

test("[TFA-6] logs and exports contain no secret or code, as bytes, in base32 or as an authenticator URI", async () => {
  const { person, authenticator, recoveryCodes } = await enrolled();
  const { person: again } = await signIn(person);
  await give(again, recoveryCodes[0] ?? "");
  const { person: third } = await signIn(person);
  expect((await give(third, authenticator.code())).status).toBe(200);
  const { rows } = await pool.query("select * from audit");
  const exported: Record<string, unknown> = {};
  await createPersonalDataStore(pool).readAll(person.id, (table, found) => {
    exported[table] = found;
  });
  const at = expect.any(String);
  expect(exported["second_factors"]).toEqual([{ participant_id: person.id, set_at: at, codes_made_at: at }]);
  const said = JSON.stringify([noted, rows, exported]);
  const { secret, code } = authenticator;
  const secrets = [secret.toString("hex"), secret.toString("base64"), toBase32(secret)];
  const address = addressOf(secret, { username: person.username, issuer: "Cuplaj" });
  for (const one of [...secrets, address, "otpauth:", ...recoveryCodes]) expect(said).not.toContain(one);
  for (const used of [code(-1), code()]) expect(said).not.toMatch(new RegExp(String.raw`\b${used}\b`, "u"));
});
