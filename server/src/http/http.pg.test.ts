import { describe, expect, test } from "vitest";
import { connectDatabase } from "../storage/database.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call } = api;
const { ana, radu } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const json = { "content-type": "application/json" };
const english = { "content-language": "en" };

describe("an error", () => {
  test("[ERR-1][RUN-11] has words in the request's language, a code, its fields and the request's id", async () => {
    const romanian = await call(ana, "POST", `/api/v1/publish/${room}`, { client_id: 5 });
    expect([romanian.status, romanian.body]).toEqual([
      422,
      {
        message: "Unele valori nu sunt valide.",
        code: "invalid",
        errors: { message: ["Lipsește."], client_id: ["Nu are tipul așteptat."] },
        request_id: romanian.headers["x-request-id"],
      },
    ]);
    const inEnglish = await call(ana, "POST", `/api/v1/publish/${room}`, { client_id: 5 }, english);
    expect(inEnglish.body).toMatchObject({
      message: "Some values are not valid.",
      errors: { message: ["Is missing."], client_id: ["Is not of the expected type."] },
    });
    expect(inEnglish.body.request_id).not.toBe(romanian.body.request_id);
  });

  test.each([
    ["en-GB", "What you asked for was not found."],
    ["EN", "What you asked for was not found."],
    ["ro", "Nu am găsit ce ai cerut."],
    ["fr", "Nu am găsit ce ai cerut."],
    ["", "Nu am găsit ce ai cerut."],
    ["enx", "Nu am găsit ce ai cerut."],
    ["' or 1=1", "Nu am găsit ce ai cerut."],
  ])("[ERR-1] Content-Language %j gets: %s", async (language, message) => {
    const { body } = await call(ana, "GET", "/api/v1/chat/987654", undefined, { "content-language": language });
    expect(body.message).toBe(message);
  });

  test.each([
    ["GET", "/api/nope"],
    ["GET", "/api/v1/"],
    ["GET", "/api/v1/login"],
    ["POST", "/api/v1/me"],
    ["POST", "/api/v1/chat/1/action/2/3/customer/4"],
    ["GET", "/api/v2/me"],
    ["GET", "/api/v1/chat/1/1/1"],
  ] as const)("[ERR-2][RUN-10] %s %s does not exist: 404 in JSON", async (method, url) => {
    for (const person of [null, ana]) {
      const { status, body } = await call(person, method, url);
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
  });

  test.each(["{", "", "[1", '{"a":1,}', "null x", '{"a":"\u0001"}', "\ufeff{}{}"])(
    "[ERR-2e] %j is not JSON: 400, or 422 if nothing was sent",
    async (text) => {
      const { status, body } = await call(ana, "POST", "/api/v1/join", text, json);
      expect([status, body.code]).toEqual(text === "" ? [422, "invalid"] : [400, "malformed"]);
    },
  );

  test("[ERR-2e] a body over the limit gets 413, a body of another type 415", async () => {
    const large = await call(ana, "POST", `/api/v1/publish/${room}`, { message: "x".repeat(200_000) });
    expect([large.status, large.body.code]).toEqual([413, "too_large"]);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/xml",
      "multipart/form-data; boundary=x",
      "x",
    ]) {
      const other = await call(ana, "POST", `/api/v1/publish/${room}`, "message=salut", { "content-type": type });
      expect([other.status, other.body.code]).toEqual([415, "unsupported_type"]);
    }
  });

  test("[ERR-2e] an undecodable path is 400", async () => {
    const { status, body } = await call(ana, "GET", "/api/v1/chat/%E0%A4%A");
    expect([status, body.code]).toEqual([400, "malformed"]);
  });

  test("[ERR-2c] an unexpected failure is 500 and leaks nothing", async () => {
    const broken = await startBroken(() => Promise.reject(new Error('column "password_hash" of /srv/secret')));
    const { status, body } = await broken.call(broken.people.ana, "GET", "/api/v1/me");
    expect([status, { ...body, request_id: "" }]).toEqual([
      500,
      { message: "Eroare neprevazuta", code: "unexpected", request_id: "" },
    ]);
    const inEnglish = await broken.call(broken.people.ana, "GET", "/api/v1/me", undefined, english);
    expect(inEnglish.body.message).toBe("Unknown error");
  });

  test("[ERR-2][ERR-2c] while the database is down every call is 503 with Retry-After, never 401", async () => {
    const away = connectDatabase({
      at: "postgres://nobody@127.0.0.1:1/nothing",
      clock: systemClock,
      log: silentLog,
      connectionsMax: 1,
    });
    const broken = await startBroken((statement) => away.pool.query(statement as string));
    for (const [method, url] of [
      ["GET", "/api/v1/me"],
      ["GET", "/api/v1/all/1"],
      ["POST", "/api/v1/logout"],
    ] as const) {
      const { status, body, headers } = await broken.call(broken.people.ana, method, url);
      expect([status, body.code, headers["retry-after"]]).toEqual([503, "unavailable", "2"]);
    }
    const { status } = await broken.call(null, "POST", "/api/v1/login", { username: "ana", password: "x" });
    expect(status).toBe(503);
    await away.close();
  });

  test.each(["57P01", "57P03", "08006", "53300"])(
    "[ERR-2c] SQLSTATE %s also means that the database is down",
    async (code) => {
      const broken = await startBroken(() =>
        Promise.reject(Object.assign(new Error("terminating connection"), { code })),
      );
      expect((await broken.call(broken.people.ana, "GET", "/api/v1/me")).status).toBe(503);
    },
  );
});

async function startBroken(query: (statement: unknown) => Promise<unknown>) {
  return await startTestApi({
    pool: { query: query as typeof api.pool.query, connect: api.pool.connect.bind(api.pool) },
  });
}

describe("ids and times", () => {
  test("[ERR-4] ids are positive integers, times are ISO 8601 in UTC with milliseconds", async () => {
    await call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" });
    const { chats } = (await call(ana, "GET", "/api/v1/all/1")).body;
    const { oferta } = (await call(ana, "GET", "/api/v1/oferta/10001")).body;
    const [{ id, offer_id: offerId, messages, updated_at: updatedAt }] = chats;
    for (const one of [id, offerId, messages[0].id, messages[0].customer.id, oferta.id_cerere, oferta.lines[0].id]) {
      expect(Number.isSafeInteger(one) && one > 0).toBe(true);
    }
    for (const time of [updatedAt, messages[0].timestamp, oferta.valid_until, oferta.updated_at]) {
      expect(new Date(time).toISOString()).toBe(time);
    }
  });

  test("[ERR-4] invalid ids are refused", async () => {
    for (const wrong of ["9007199254740992", "-1", "1.5", "0"]) {
      expect((await call(ana, "GET", `/api/v1/oferta/${wrong}`)).status).toBe(422);
      expect((await call(ana, "GET", `/api/v1/chat/${wrong}`)).status).toBe(404);
    }
    for (const wrong of [2 ** 53, -1, 0, 1.5, "1"]) {
      expect((await call(ana, "POST", "/api/v1/users", { users: [wrong] })).status).toBe(422);
    }
  });
});

describe("the API's own page", () => {
  test("[DOC-4] the page at /api/docs runs no inline script", async () => {
    const { status, body } = await call(null, "GET", "/api/docs/");
    expect(status).toBe(200);
    expect(body).toContain("swagger-ui");
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/u);
    expect((await call(null, "GET", "/api/docs/index.html")).status).toBe(404);
  });

  test("[RUN-11] responses of the API are never stored by caches", async () => {
    for (const url of ["/api/v1/settings", "/api/v1/me", "/api/v1/nope"]) {
      expect((await call(ana, "GET", url)).headers["cache-control"]).toBe("no-store");
    }
  });
});
