import { beforeEach, describe, expect, test } from "vitest";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { password, type Person } from "../testing/people.ts";
import { makeBrowser } from "../testing/push-service.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, pool } = api;
const { ana, mihai, vlad } = people;

const signIn = async (person: Person, secret = password): Promise<Person> => {
  const { body } = await call(null, "POST", "/api/v1/login", { username: person.username, password: secret });
  return { ...person, token: body.token };
};
const newSubscription = () => makeBrowser({ port: 9 }).subscription;
const subscribe = async (person: Person | null, body: object) =>
  await call(person, "POST", "/api/v1/subscribePush", body);
const unsubscribe = async (person: Person, body: object) => await call(person, "POST", "/api/v1/unsubscribePush", body);
const owners = async (): Promise<readonly number[]> => {
  const { rows } = await pool.query<{ id: number }>("select participant_id as id from push_subscriptions order by id");
  return rows.map(({ id }) => id);
};

beforeEach(() => pool.query("delete from push_subscriptions"));

describe("a subscription", () => {
  test("[PUSH-1][PUSH-1c] is stored as the browser sends it, only once, and only its person can end it", async () => {
    const browser = newSubscription();
    for (const body of [browser, browser, { ...browser, expirationTime: 1e12 }])
      expect(await subscribe(ana, body)).toMatchObject({ status: 200, body: { subscribed: true } });
    expect(await owners()).toEqual([ana.id]);
    expect((await unsubscribe(mihai, browser)).body).toEqual({ unsubscribed: false });
    expect((await unsubscribe(ana, browser)).body).toEqual({ unsubscribed: true });
    expect((await unsubscribe(ana, browser)).body).toEqual({ unsubscribed: false });
    expect(await owners()).toEqual([]);
  });

  test("[PUSH-1a] of somebody else's browser is refused with other keys, and moves to the caller with the same keys", async () => {
    const browser = newSubscription();
    await subscribe(ana, browser);
    const forged = { ...newSubscription(), endpoint: browser.endpoint };
    expect(await subscribe(mihai, forged)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await owners()).toEqual([ana.id]);
    expect((await subscribe(mihai, browser)).status).toBe(200);
    expect(await owners()).toEqual([mihai.id]);
    expect((await subscribe(mihai, forged)).status).toBe(200);
    expect(await owners()).toEqual([mihai.id]);
  });

  test("[PUSH-1c] evicts the oldest of ten, however many arrive at once", async () => {
    const browsers = Array.from({ length: 13 }, newSubscription);
    for (const browser of browsers.slice(0, 3)) await subscribe(ana, browser);
    await Promise.all(browsers.slice(3).map((browser) => subscribe(ana, browser)));
    expect(await owners()).toHaveLength(10);
    const left = await Promise.all(
      browsers.map(async (browser) => (await unsubscribe(ana, browser)).body.unsubscribed),
    );
    expect(left.slice(0, 3)).toEqual([false, false, false]);
  });

  test("[PUSH-1c] that is renewed counts as new", async () => {
    const browsers = Array.from({ length: 11 }, newSubscription);
    const [daily, idle] = browsers;
    for (const browser of browsers.slice(0, 10)) await subscribe(ana, browser);
    await subscribe(ana, daily!);
    await subscribe(ana, browsers[10]!);
    expect((await unsubscribe(ana, idle!)).body).toEqual({ unsubscribed: false });
    expect((await unsubscribe(ana, daily!)).body).toEqual({ unsubscribed: true });
  });

  test("[PUSH-1a] is the same, and can be ended, in any spelling of its endpoint", async () => {
    const browser = newSubscription();
    const path = browser.endpoint.slice(browser.endpoint.indexOf("9/") + 2);
    const spelled = ["http://127.0.0.1:9/", "HTTP://127.0.0.1:9/", "http://127.1:9/x/../", "http://127.0.0.1:09/"];
    for (const start of spelled) await subscribe(ana, { ...browser, endpoint: `${start}${path}` });
    await subscribe(ana, { ...browser, endpoint: `${browser.endpoint}#a` });
    expect(await owners()).toEqual([ana.id]);
    expect((await unsubscribe(ana, { ...browser, endpoint: `HTTP://127.1:9/${path}` })).body).toEqual({
      unsubscribed: true,
    });
    const long = `http://127.0.0.1:9/${"<".repeat(2000)}`;
    expect((await subscribe(ana, { ...browser, endpoint: long })).status).toBe(422);
  });

  test.each([
    ["without keys", { endpoint: "http://127.0.0.1:9/a" }],
    ["with a short secret", { ...newSubscription(), keys: { ...newSubscription().keys, auth: "AAAA" } }],
    ["with a compressed point", { ...newSubscription(), keys: { ...newSubscription().keys, p256dh: "A".repeat(44) } }],
    [
      "with no point of the curve",
      { ...newSubscription(), keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) } },
    ],
    ["with an address that no database stores", { ...newSubscription(), endpoint: "http://127.0.0.1:9/\0" }],
    ["with half a character in its address", { ...newSubscription(), endpoint: "http://127.0.0.1:9/\ud800" }],
    ["with an endless address", { ...newSubscription(), endpoint: `http://127.0.0.1:9/${"a".repeat(2048)}` }],
  ])("[PUSH-1] %s is refused", async (_title, body) => {
    expect(await subscribe(ana, body)).toMatchObject({ status: 422, body: { code: "invalid" } });
    expect(await owners()).toEqual([]);
  });

  test("[PUSH-1b] at a server in a private network is refused", async () => {
    for (const endpoint of ["https://10.0.0.1/a", "http://push.example/a", "https://127.0.0.2/a"]) {
      const refused = await subscribe(ana, { ...newSubscription(), endpoint });
      expect(refused).toMatchObject({ status: 422, body: { code: "push_endpoint_refused" } });
    }
    expect(await owners()).toEqual([]);
  });

  test("[PUSH-1] ends with its session, whether by signing out, from another device, by a new password, or by the operator", async () => {
    const [first, second] = [await signIn(vlad), await signIn(vlad)];
    await subscribe(first, newSubscription());
    await call(first, "POST", "/api/v1/logout");
    expect(await owners()).toEqual([]);

    await subscribe(second, newSubscription());
    const { devices } = (await call(second, "GET", "/api/v1/me/devices")).body;
    const { id } = devices.find((device: { is_current: boolean }) => device.is_current);
    await call(vlad, "DELETE", `/api/v1/me/devices/${id}`);
    expect(await owners()).toEqual([]);

    await subscribe(vlad, newSubscription());
    const third = await signIn(vlad);
    await subscribe(third, newSubscription());
    const change = { current: password, password: "o parolă nouă" };
    expect((await call(third, "POST", "/api/v1/me/password", change)).status).toBe(200);
    expect(await owners()).toEqual([vlad.id]);

    await createAccountStore(pool).disable("vlad");
    expect(await owners()).toEqual([]);
    expect((await subscribe(third, newSubscription())).status).toBe(401);
  });

  test("[PUSH-1] needs a session", async () => {
    expect((await subscribe(null, newSubscription())).status).toBe(401);
  });
});

describe("notification choices", () => {
  const quiet = { from: "22:00", to: "07:30", time_zone: "Europe/Bucharest" };
  const choose = async (body: object) => await call(mihai, "PUT", "/api/v1/me/notifications", body);
  const me = async () => (await call(mihai, "GET", "/api/v1/me")).body.user;

  test("[NOTE-2] begin with everything on and no quiet hours; a change raises the version, a repetition does not", async () => {
    const before = await me();
    expect(before.notifications).toEqual({ privacy: "what", quiet: null });
    const { status, body } = await choose({ privacy: "who", quiet });
    expect([status, body.user.notifications]).toEqual([200, { privacy: "who", quiet }]);
    expect(body.user.version).toBe(before.version + 1);
    expect((await choose({ quiet: { ...quiet }, privacy: "who" })).body.user.version).toBe(before.version + 1);
    expect(await me()).toEqual(body.user);
    expect((await call(ana, "GET", "/api/v1/me")).body.user.notifications.privacy).toBe("what");
  });

  test.each([
    [{ privacy: "all", quiet: null }],
    [{ privacy: "what" }],
    [{ privacy: "what", quiet: { ...quiet, from: "24:00" } }],
    [{ privacy: "what", quiet: { ...quiet, to: "7:30" } }],
    [{ privacy: "what", quiet: { ...quiet, time_zone: "Europe/Nowhere" } }],
    [{ privacy: "what", quiet: { ...quiet, time_zone: "+02:00" } }],
  ])("[NOTE-2] %j is refused", async (choices) => {
    expect(await choose(choices)).toMatchObject({ status: 422, body: { code: "invalid" } });
  });
});
