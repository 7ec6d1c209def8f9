import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { isoTime, systemClock } from "../../kernel/clock.ts";
import { makeToken, hashToken } from "../../sign-in/token.ts";
import { clockAt } from "../../testing/clock-at.ts";
import { giveFile } from "../../testing/stored-files.ts";
import { startTestApi } from "../../testing/test-api.ts";
import { usualLimits } from "../../testing/usual-limits.ts";

const api = await startTestApi();
const { people, call, pool, app, pass, database } = api;
const shared = { pool, fileStorages: api.files.storages };
const { ana, mia, mihai } = people;

const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const content = randomBytes(1000);
const preview = Buffer.from("RIFF....WEBP");
const [film, other] = [await publishFilm(), await publishFilm()];

async function publishFilm(): Promise<string> {
  const { message } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "uite" })).body;
  await giveFile(api, message.id, { name: "film.mp4", mime: "video/mp4", content, preview });
  return `/api/v1/chat/${room}/download/${message.id}/0`;
}

/** Plays a file as a browser would, and returns the cookie for its path. */
async function play(person: typeof ana, path = film, headers: Record<string, string> = {}) {
  const answer = await call(person, "POST", path, undefined, headers);
  const setCookie = String(answer.headers["set-cookie"]);
  return { ...answer, setCookie, cookie: setCookie.split(";", 1)[0] ?? "" };
}
const read = async (
  cookie: string,
  path = film,
  more: { method?: "GET" | "HEAD" | "POST"; authorization?: string } = {},
) =>
  await app.inject({
    method: more.method ?? "GET",
    url: path,
    headers: { cookie, ...(more.authorization === undefined ? {} : { authorization: more.authorization }) },
  });

const session = { token: "" };
beforeEach(async () => {
  session.token = makeToken();
  const now = isoTime(nowMs());
  const row = { hash: hashToken(session.token), participant_id: ana.id, created_at: now, last_used_at: now };
  await database.insertInto("tokens").values(row).execute();
});

describe("playing a file", () => {
  test("[MSG-4h] a cookie reads this one file and its preview for 5 minutes, also in ranges", async () => {
    const { status, body, cookie, setCookie, headers } = await play(ana);
    expect([status, body, headers["cache-control"]]).toEqual([200, { expires_in: 300 }, "no-store"]);
    expect(setCookie).toBe(`${cookie}; Path=${film}; Max-Age=300; HttpOnly; SameSite=Strict`);
    expect((await read(cookie)).rawPayload.equals(content)).toBe(true);
    expect((await read(cookie, film, { method: "HEAD" })).headers["content-length"]).toBe("1000");
    expect((await read(cookie, `${film}?preview=1`)).rawPayload.equals(preview)).toBe(true);
    const part = await app.inject({ url: film, headers: { cookie, range: "bytes=10-19" } });
    expect([part.statusCode, part.rawPayload.equals(content.subarray(10, 20))]).toEqual([206, true]);
    pass(300_000);
    expect((await read(cookie)).statusCode).toBe(401);
  });

  test("[MSG-4h] the cookie is Secure over TLS, even if only the proxy terminates it", async () => {
    const { app: behindProxy } = await startTestApi({ ...shared, trustedProxies: 1, isPublicSecure: false });
    const { app: saidSo } = await startTestApi({ ...shared, isPublicSecure: true });
    const secureOf = async (of: typeof app, proto: string): Promise<boolean> => {
      const headers = { authorization: `Bearer ${ana.token}`, "x-forwarded-proto": proto };
      const answer = await of.inject({ method: "POST", url: film, headers });
      return String(answer.headers["set-cookie"]).endsWith("; Secure");
    };
    expect([await secureOf(behindProxy, "https"), await secureOf(behindProxy, "http")]).toEqual([true, false]);
    expect([await secureOf(saidSo, "http"), await secureOf(app, "https")]).toEqual([true, false]);
  });

  test("[MSG-4i] an invalid cookie gets the same response as a missing token", async () => {
    const { cookie } = await play(ana);
    const missing = await read("");
    const bodyOf = (answer: typeof missing): object => ({ ...answer.json<object>(), request_id: "" });
    const bad = [
      await read(cookie, other),
      await read(cookie, film.replace(`/${room}/`, "/oferta.10001/")),
      await read(`${cookie.slice(0, -2)}aa`),
      await read(cookie.replace("cuplaj-ticket", "cuplaj-other")),
      // A token takes precedence over the ticket, even if the token is invalid.
      await read(cookie, film, { authorization: `Bearer ${makeToken()}` }),
      await read(cookie, film, { authorization: "Basic YTpi" }),
      await read(cookie, film, { method: "POST" }),
      await read(cookie, `/api/v1/chat/${room}/files/1`),
      await read(cookie, "/api/v1/me"),
    ];
    expect(missing.statusCode).toBe(401);
    for (const answer of bad) {
      expect([answer.statusCode, bodyOf(answer)]).toEqual([401, bodyOf(missing)]);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
  });

  test("[MSG-4i] a ticket ends with its session, and when its person may no longer view the room", async () => {
    const [mine, theirs] = [await play({ ...ana, token: session.token }), await play(mia)];
    await call({ ...ana, token: session.token }, "POST", "/api/v1/logout");
    expect((await read(mine.cookie)).statusCode).toBe(401);
    expect((await read((await play(ana)).cookie)).statusCode).toBe(200);
    expect((await read(theirs.cookie)).statusCode).toBe(200);
    await call(mia, "POST", `/api/v1/leave/${room}`);
    expect((await read(theirs.cookie)).statusCode).toBe(404);
    await call(mia, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
    expect((await read(theirs.cookie)).statusCode).toBe(200);
    await pool.query("update participants set disabled_at = now() where id = $1", [mia.id]);
    expect((await read(theirs.cookie)).statusCode).toBe(401);
    await pool.query("update participants set disabled_at = null where id = $1", [mia.id]);
  });

  test("[MSG-4h] a path names the same file whichever ticket the browser has", async () => {
    const [byAna, byMia] = [await play(ana), await play(mia)];
    const read2 = async (cookie: string): Promise<Buffer> => (await read(cookie)).rawPayload;
    expect((await read2(byAna.cookie)).equals(await read2(byMia.cookie))).toBe(true);
    expect(byAna.cookie).not.toBe(byMia.cookie);
    expect((await play(mihai)).status).toBe(404);
  });

  test("[MSG-4h] all processes with the secret accept each other's tickets", async () => {
    const { app: second } = await startTestApi(shared);
    const { app: foreign } = await startTestApi({ ...shared, ticketSecret: "another" });
    const { cookie } = await play(ana);
    const statusAt = async (of: typeof app): Promise<number> =>
      (await of.inject({ url: film, headers: { cookie } })).statusCode;
    expect([await statusAt(second), await statusAt(foreign)]).toEqual([200, 401]);
  });
});

describe("admission by ticket", () => {
  const nowMs = systemClock.now();
  const setTimeout = (run: () => void) => systemClock.setTimeout(run, 0);
  const clock = { ...clockAt(() => nowMs), setTimeout };

  test("[MSG-4k] reads count by person with a token or ticket, invalid ones by address", async () => {
    const limited = await startTestApi({ clock, limits: usualLimits });
    const { ana: anna } = limited.people;
    const ownRoom = (await limited.call(anna, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
    const { message } = (await limited.call(anna, "POST", `/api/v1/publish/${ownRoom}`, { message: "uite" })).body;
    await giveFile(limited, message.id, { name: "film.mp4", mime: "video/mp4", content });
    const path = `/api/v1/chat/${ownRoom}/download/${message.id}/0`;
    const { headers } = await limited.call(anna, "POST", path);
    const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
    const byTicket = async () => (await limited.app.inject({ url: path, headers: { cookie } })).statusCode;
    const byToken = async () => (await limited.call(anna, "GET", path)).status;
    const statuses: number[] = [];
    for (let n = 0; n < 100; n += 1) statuses.push(await (n % 2 === 0 ? byTicket() : byToken()));
    expect(statuses).toEqual([...Array.from({ length: 99 }, () => 200), 429]);
    expect(await byTicket()).toBe(429);
    const bad = async () => (await limited.app.inject({ url: path, headers: { cookie: `${cookie}x` } })).statusCode;
    const { unknownCalls } = usualLimits.calls.rates;
    const seen: number[] = [];
    for (let n = 0; n < unknownCalls.burst + 1; n += 1) seen.push(await bad());
    expect([seen[0], seen.at(-2), seen.at(-1)]).toEqual([401, 401, 429]);
  });
});
