import { describe, expect, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import { hashPassword } from "../sign-in/password-hash.ts";
import { createProgramTokenStore } from "../sign-in/program-tokens.pg.ts";
import { hashToken, makeToken } from "../sign-in/token.ts";
import { password, passwordHash, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";
import { usualLimits } from "../testing/usual-limits.ts";
import { createAccountStore } from "./account-store.pg.ts";

const { people, call, pool, noted, pass } = await startTestApi();
const { ana, mihai, radu, mia, vlad } = people;
const limited = await startTestApi({ limits: usualLimits });
const accounts = createAccountStore(pool);
const signIn = (username: string, typed: string) => call(null, "POST", "/api/v1/login", { username, password: typed });
const statusOf = async (person: Person) => (await call(person, "GET", "/api/v1/all/1")).status;
const changePassword = (person: Person, current: string, chosen: string) =>
  call(person, "POST", "/api/v1/me/password", { current, password: chosen });
const accept = (invitation: string, chosen = "parola aleasă") =>
  call(null, "POST", "/api/v1/invitation", { invitation, password: chosen });
const view = (invitation: string) => call(null, "POST", "/api/v1/invitation/view", { invitation });

async function invite({ username }: Pick<Person, "username">, hours = 72): Promise<string> {
  const token = makeToken();
  const expiresAt = systemClock.now() + hours * 3_600_000;
  expect(await accounts.invite(username, { hash: hashToken(token), expiresAt })).toBe(true);
  return token;
}

describe("accounts", () => {
  test("[USR-3] an enabled person signs in with the old password, and enabling an enabled or unknown person fails", async () => {
    expect(await accounts.enable("mihai")).toBe(false);
    await accounts.disable("mihai");
    expect((await signIn("mihai", password)).status).toBe(422);
    expect(await accounts.enable("MIHAI")).toBe(true);
    expect((await signIn("mihai", password)).status).toBe(200);
    expect([await statusOf(mihai), await accounts.enable("nimeni")]).toEqual([401, false]);
  });

  test("[USR-3] a renamed person has the new name everywhere, and signs in with the new user name", async () => {
    expect(await accounts.rename("vlad", { name: "Vlad Nou", username: "vladut" })).toBe("renamed");
    const { body } = await call(vlad, "GET", "/api/v1/me");
    expect(body.user).toMatchObject({ name: "Vlad Nou", username: "vladut", version: 1 });
    expect([(await signIn("vlad", password)).status, (await signIn("vladut", password)).status]).toEqual([422, 200]);
    expect(await accounts.rename("vladut", { username: "ANA" })).toBe("taken");
    expect(await accounts.rename("vlad", { name: "X" })).toBe("unknown");
    expect(await accounts.rename("vladut", { username: "Vladut" })).toBe("renamed");
  });
});

describe("a temporary password", () => {
  test("[USR-4] signs in, and allows nothing until another password is chosen", async () => {
    await accounts.changePassword("ana", await hashPassword("temporară"), "temporary");
    const signedIn = await signIn("ana", "temporară");
    expect(signedIn.body.user).toMatchObject({ id: ana.id, has_temporary_password: true });
    const person = { ...ana, token: signedIn.body.token };
    const refused = await call(person, "GET", "/api/v1/all/1");
    expect([refused.status, refused.body.code]).toEqual([403, "password_change_required"]);
    const socket = { socket_id: "1.2", channel_name: `private-user.${ana.id}` };
    expect((await call(person, "POST", "/api/broadcasting/auth", socket)).status).toBe(403);
    expect((await call(person, "GET", "/api/v1/me")).body.user.has_temporary_password).toBe(true);
    expect((await call(person, "PUT", "/api/v1/me", { locale: "ro" })).status).toBe(200);

    expect((await changePassword(person, "temporară", "una a mea")).status).toBe(200);
    expect(await statusOf(person)).toBe(200);
    expect((await call(person, "GET", "/api/v1/me")).body.user).not.toHaveProperty("has_temporary_password");
    expect((await signIn("ana", "una a mea")).body.user).not.toHaveProperty("has_temporary_password");
  });

  test("[USR-4] does not affect programs of the account", async () => {
    const program = { ...radu, token: makeToken() };
    await createProgramTokenStore(pool).add({ hash: hashToken(program.token), username: "radu", program: "ERP" });
    await accounts.changePassword("radu", await hashPassword("temporară"), "temporary");
    expect([await statusOf(program), await statusOf(radu)]).toEqual([200, 401]);
    await accounts.changePassword("radu", passwordHash);
  });
});

describe("an invitation", () => {
  test("[USR-5] lets its holder choose a password once, and signs them in; their other sign-ins end", async () => {
    const token = await invite(mia);
    noted.length = 0;
    const accepted = await accept(token);
    expect([accepted.status, accepted.body.user.id]).toEqual([200, mia.id]);
    expect(await statusOf({ ...mia, token: accepted.body.token })).toBe(200);
    expect([await statusOf(mia), (await signIn("mia", "parola aleasă")).status]).toEqual([401, 200]);
    expect(noted.map(({ event, who }) => [event, who])).toEqual([
      ["account.password-changed", mia.id],
      ["sign-in.succeeded", mia.id],
      ["sign-in.succeeded", mia.id],
    ]);
    const again = await accept(token);
    expect([again.status, again.body.code]).toEqual([422, "invitation_ended"]);
  });

  test("[USR-5b] states whom it is for, and remains valid", async () => {
    const token = await invite(mia);
    const seen = await view(token);
    expect([seen.status, seen.body]).toEqual([200, { invited: { name: mia.name, username: "mia" } }]);
    expect((await accept(token)).status).toBe(200);
    expect(await view(token)).toMatchObject({ status: 422, body: { code: "invitation_ended" } });
  });

  test("[USR-5b] is void after its time, after another invitation or a changed password, or while the account is disabled", async () => {
    const statusAfter = async (change: () => Promise<unknown>): Promise<number> => {
      const token = await invite(mihai, 1);
      await change();
      const seen = await view(token);
      const accepted = await accept(token);
      expect(seen.status).toBe(accepted.status);
      return accepted.status;
    };
    expect(await statusAfter(() => invite(mihai))).toBe(422);
    expect(await statusAfter(async () => accounts.changePassword("mihai", await hashPassword("alta parolă")))).toBe(
      422,
    );
    const own = { ...mihai, token: (await signIn("mihai", "alta parolă")).body.token };
    expect(await statusAfter(() => changePassword(own, "alta parolă", "încă una"))).toBe(422);
    expect(await statusAfter(() => accounts.disable("mihai"))).toBe(422);
    expect(await accounts.invite("mihai", { hash: hashToken("x"), expiresAt: 0 })).toBe(false);
    await accounts.enable("mihai");
    expect(await statusAfter(() => Promise.resolve(pass(3_600_000)))).toBe(422);
    expect((await signIn("mihai", "încă una")).status).toBe(200);
  });

  test("[USR-5b] is stored hashed, and a password that is too short does not use it up", async () => {
    const token = await invite(ana);
    const short = await accept(token, "scurt");
    expect([short.status, Object.keys(short.body.errors)]).toEqual([422, ["password"]]);
    const { rows } = await pool.query("select i::text as row from invitations i");
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await accept(token)).status).toBe(200);
  });
});

describe("wrong invitations", () => {
  test("[AUTH-3] count towards the limit of failed sign-ins by address, and slow down nobody else's", async () => {
    const tries = (from: string, invitation: string, what = "") =>
      limited.app.inject({
        method: "POST",
        url: `/api/v1/invitation${what}`,
        remoteAddress: from,
        payload: { invitation, password: "o parolă" },
      });
    const statuses: number[] = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await tries("192.0.2.1", `x${n}`, n % 2 ? "" : "/view")).statusCode);
    expect([statuses[0], statuses.filter((status) => status === 422).length, statuses.at(-1)]).toEqual([422, 30, 429]);
    const token = makeToken();
    const expiresAt = systemClock.now() + 60_000;
    await createAccountStore(limited.pool).invite("mia", { hash: hashToken(token), expiresAt });
    for (const what of ["", "/view"]) expect((await tries("192.0.2.1", token, what)).statusCode).toBe(429);
    expect((await tries("192.0.2.2", token)).statusCode).toBe(200);
  });
});

describe("many at once", () => {
  const person = (username: string) =>
    ({ username, name: username, kind: "agent", role: "Agent", passwordHash: "x" }) as const;

  test("[USR-6] all are added or none, and their passwords are written before the commit", async () => {
    const count = async () => (await pool.query("select from participants")).rowCount;
    const before = await count();
    let prepared = 0;
    const some = [person("unu"), person("doi")].map((each) => ({ ...each, invitation: null }));
    expect(
      await accounts.addAll([...some, { ...person("ANA"), invitation: null }], () => void (prepared += 1)),
    ).toEqual({
      taken: ["ANA"],
    });
    const broken = () => {
      throw new Error("the disk is full");
    };
    await expect(accounts.addAll(some, broken)).rejects.toThrow("the disk is full");
    expect([await count(), prepared]).toEqual([before, 0]);
    const invitation = { hash: hashToken("i"), expiresAt: systemClock.now() + 1000 };
    expect(await accounts.addAll([...some, { ...person("trei"), invitation }], () => void (prepared += 1))).toEqual({
      taken: [],
    });
    const { rows } = await pool.query(
      `select username, has_temporary_password as temporary, exists (select from invitations where participant_id = p.id) as invited
       from participants p where username in ('unu', 'trei') order by id`,
    );
    expect([prepared, rows]).toEqual([
      1,
      [
        { username: "unu", temporary: true, invited: false },
        { username: "trei", temporary: false, invited: true },
      ],
    ]);
  });
});
