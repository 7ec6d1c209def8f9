import { Check } from "typebox/value";
import { beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { Device } from "@cuplaj/protocol/participant.ts";
import { hashToken, sessionOf } from "../../sign-in/token.ts";
import { password, type Person } from "../../testing/people.ts";
import { startTestApi } from "../../testing/test-api.ts";

const api = await startTestApi();
const { people, call, closedSessions, noted } = api;
const { ana, mihai, mia } = people;

async function signIn(person: Person, userAgent: string): Promise<Person> {
  const credentials = { username: person.username, password };
  const { body } = await call(null, "POST", "/api/v1/login", credentials, { "user-agent": userAgent });
  return { ...person, token: body.token };
}
const devices = async (person: Person): Promise<Device[]> => {
  const { status, body } = await call(person, "GET", "/api/v1/me/devices");
  expect([status, Check(endpoints.listDevices.answers[200], body)]).toEqual([200, true]);
  return body.devices;
};
const signOut = (person: Person, id: string | number | undefined) =>
  call(person, "DELETE", `/api/v1/me/devices/${id ?? 0}`);
const statusOf = async (person: Person) => (await call(person, "GET", "/api/v1/me")).status;

beforeEach(() => {
  closedSessions.length = 0;
  noted.length = 0;
});

describe("one's own devices", () => {
  test("[AUTH-10] lists one's sign-ins, most recently used first, each with its program, and marks the caller's", async () => {
    api.pass(60_000);
    const phone = await signIn(ana, "Mozilla/5.0 (Android) Firefox/140.0");
    const [listed, seenThere] = [await devices(ana), await devices(phone)];
    expect(listed.map((device) => [device.user_agent, device.is_current])).toEqual([
      ["Mozilla/5.0 (Android) Firefox/140.0", false],
      [null, true],
    ]);
    expect(seenThere.map((device) => device.is_current)).toEqual([true, false]);
    expect(JSON.stringify(listed)).not.toContain(sessionOf(hashToken(phone.token)));
    expect((await devices(mihai)).map((device) => device.is_current)).toEqual([true]);
  });

  test.each([
    ["x".repeat(300), "x".repeat(200)],
    ["a\u00e9\t<b>\u0080 ", "a <b>"],
    [" ", null],
  ])(
    "[AUTH-10] a program that calls itself %j is stored with at most 200 printable characters",
    async (given, stored) => {
      await signIn(mia, given);
      expect((await devices(mia))[0]?.user_agent).toBe(stored);
    },
  );

  test("[AUTH-10] leaves out expired tokens", async () => {
    const before = (await devices(mihai)).length;
    await api.database
      .insertInto("tokens")
      .values({
        hash: hashToken("old"),
        participant_id: mihai.id,
        created_at: "2020-01-01",
        last_used_at: "2020-01-01",
      })
      .execute();
    expect(await devices(mihai)).toHaveLength(before);
  });

  test("[AUTH-10] signs out devices one by one, including this one: token and sockets end, and it is logged", async () => {
    const phone = await signIn(mihai, "phone");
    const [there] = (await devices(mihai)).filter((device) => device.user_agent === "phone");
    noted.length = 0;
    expect((await signOut(mihai, there?.id)).body).toEqual({ logged_out: true });
    expect([await statusOf(phone), await statusOf(mihai)]).toEqual([401, 200]);
    expect(closedSessions).toEqual([sessionOf(hashToken(phone.token))]);
    expect(noted[0]).toEqual({ event: "session.ended", who: mihai.id, what: "device", from: "127.0.0.1" });
    expect((await signOut(mihai, there?.id)).status).toBe(404);
    const current = (await devices(mihai)).find((device) => device.is_current);
    expect((await signOut(mihai, current?.id)).status).toBe(200);
    expect(await statusOf(mihai)).toBe(401);
  });

  test("[AUTH-10] another person's devices are 404 like unknown ones, and remain signed in", async () => {
    const [hers] = await devices(mia);
    const [theirs, none] = [await signOut(ana, hers?.id), await signOut(ana, 987_654)];
    expect([theirs.status, none.status]).toEqual([404, 404]);
    expect({ ...theirs.body, request_id: "" }).toEqual({ ...none.body, request_id: "" });
    expect([(await devices(mia))[0]?.id, closedSessions]).toEqual([hers?.id, []]);
    for (const id of ["x", "0", "-1", "1.5"]) expect((await signOut(ana, id)).status).toBe(422);
  });
});

test("[AUTH-8] language is a setting of the person: a change raises the version, the same language does not", async () => {
  const before = (await call(ana, "GET", "/api/v1/me")).body.user;
  const change = async (locale: unknown) => (await call(ana, "PUT", "/api/v1/me", { locale })).body;
  expect((await change("en")).user).toEqual({ ...before, locale: "en", version: before.version + 1 });
  expect((await change("en")).user).toEqual({ ...before, locale: "en", version: before.version + 1 });
  expect((await call(ana, "GET", "/api/v1/me")).body.user.locale).toBe("en");
  for (const locale of ["de", "", null, 1]) expect(Object.keys((await change(locale)).errors)).toEqual(["locale"]);
});
