import { beforeEach, describe, expect, test } from "vitest";
import { hashToken, sessionOf } from "../../sign-in/token.ts";
import { password, type Person } from "../../testing/people.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { usualLimits } from "../../testing/usual-limits.ts";

const api = await startTestApi({ limits: usualLimits });
const { people, call, closedSessions, noted } = api;
const { ana, mia, radu, vlad } = people;
const minute = 60_000;
const newPassword = "o parolă nouă";

const enter = (person: Person, secret: string) =>
  call(null, "POST", person.kind === "erp" ? "/api/v1/erp/login" : "/api/v1/login", {
    username: person.username,
    password: secret,
  });
const change = (person: Person, current: unknown, next: unknown) =>
  call(person, "POST", "/api/v1/me/password", { current, password: next });
const statusOf = async (person: Person) => (await call(person, "GET", "/api/v1/me")).status;
const tokenOf = async (person: Person, secret: string): Promise<Person> => ({
  ...person,
  token: (await enter(person, secret)).body.token,
});
const sessionOfToken = ({ token }: Person): string => sessionOf(hashToken(token));

beforeEach(() => {
  api.pass(minute);
  closedSessions.length = 0;
  noted.length = 0;
});

describe("one's own password", () => {
  test("[AUTH-9][AUTH-4] changes if the current one is right, and only this sign-in stays", async () => {
    const [other, third] = [await tokenOf(ana, password), await tokenOf(ana, password)];
    noted.length = 0;
    const { status, body } = await change(ana, password, newPassword);
    expect([status, body]).toEqual([200, { changed: true }]);
    expect([await statusOf(ana), await statusOf(other), await statusOf(third)]).toEqual([200, 401, 401]);
    expect(closedSessions.toSorted()).toEqual([other, third].map(sessionOfToken).toSorted());
    expect(noted).toEqual([
      { event: "account.password-changed", who: ana.id, what: String(ana.id), from: "127.0.0.1" },
    ]);
    expect([(await enter(ana, password)).status, (await enter(ana, newPassword)).status]).toEqual([422, 200]);
    expect((await change(ana, newPassword, password)).status).toBe(200);
  });

  test("[AUTH-9][AUTH-3] remains if the current one is wrong: 422 on its field, logged, and counted as a failed sign-in", async () => {
    for (let failure = 1; failure <= 4; failure += 1) {
      const { status, body } = await change(mia, "alta", newPassword);
      expect([status, body.code, body.errors]).toEqual([422, "invalid", { current: ["Nu este valid."] }]);
    }
    expect(noted[0]).toEqual({ event: "sign-in.failed", who: mia.id, what: "changePassword", from: "127.0.0.1" });
    expect((await enter(mia, "alta")).status).toBe(422);
    const refused = await change(mia, password, newPassword);
    expect([refused.status, refused.body.code, Number(refused.headers["retry-after"]) > 50]).toEqual([
      429,
      "too_many_requests",
      true,
    ]);
    expect((await enter(mia, password)).status).toBe(429);
    expect(await statusOf(mia)).toBe(200);
    api.pass(minute);
    expect((await change(mia, password, password)).status).toBe(200);
  });

  test.each([
    ["șapte77", "Este prea scurt."],
    ["", "Nu poate fi gol."],
    ["x".repeat(1025), "Este prea lung."],
    [12_345_678, "Nu are tipul așteptat."],
  ])("[AUTH-9] may not be %j, whatever the current one is", async (next, words) => {
    const { status, body } = await change(vlad, "alta", next);
    expect([status, body.errors]).toEqual([422, { password: [words] }]);
    expect(noted).toEqual([]);
  });

  test("[AUTH-9] may have 8 characters, or 1,024", async () => {
    const longest = "ă".repeat(1024);
    expect((await change(vlad, password, longest)).status).toBe(200);
    expect((await change(vlad, longest, "12345678")).status).toBe(200);
    expect((await change(vlad, "12345678", password)).status).toBe(200);
  });

  test("[AUTH-9] of two concurrent changes only one is made", async () => {
    const other = await tokenOf(radu, password);
    const answers = await Promise.all([
      change(radu, password, "prima-parolă"),
      change(other, password, "a doua parolă"),
    ]);
    // The second call is refused because its current password is wrong, or because its token has ended by then.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401 || status === 422)).toHaveLength(1);
    const right = answers[0]?.status === 200 ? "prima-parolă" : "a doua parolă";
    expect([(await enter(radu, right)).status, await statusOf(radu), await statusOf(other)]).toEqual(
      answers[0]?.status === 200 ? [200, 200, 401] : [200, 401, 200],
    );
  });
});
