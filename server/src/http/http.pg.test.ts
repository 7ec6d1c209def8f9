import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { connectDatabase } from "../storage/database.ts";
import { silentLog } from "../log.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, app } = api;
const { ana, radu } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const json = { "content-type": "application/json" };
const english = { "content-language": "en" };

describe("an error", () => {
  test("[ERR-1] has words in the request's language, a code, its fields and the request's id", async () => {
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
  ])("[ERR-1] Content-Language %j is answered: %s", async (language, message) => {
    const { body } = await call(ana, "GET", "/api/v1/chat/987654", undefined, { "content-language": language });
    expect(body.message).toBe(message);
  });

  test.each([
    ["GET", "/api/nope"],
    ["GET", "/api/v1/"],
    ["GET", "/api/v1/login"],
    ["POST", "/api/v1/me"],
    ["POST", "/api/v1/chat/1/action/2/3/customer"],
    ["GET", "/api/v2/me"],
    ["GET", "/api/v1/chat/1/1/1"],
  ] as const)("[ERR-2] %s %s does not exist: 404 in JSON", async (method, url) => {
    for (const person of [null, ana]) {
      const { status, body } = await call(person, method, url);
      expect([status, body.code]).toEqual([404, "not_found"]);
    }
  });

  test.each(["{", "", "[1", '{"a":1,}', "null x", '{"a":"\u0001"}', "\ufeff{}{}"])(
    "[ERR-2] %j is no JSON: 400, or 422 where nothing was sent",
    async (text) => {
      const { status, body } = await call(ana, "POST", "/api/v1/join", text, json);
      expect([status, body.code]).toEqual(text === "" ? [422, "invalid"] : [400, "malformed"]);
    },
  );

  test("[ERR-2] a body over the limit is 413, a body of another type 415", async () => {
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

  test("[ERR-2] a path that cannot be decoded is 400", async () => {
    const { status, body } = await call(ana, "GET", "/api/v1/chat/%E0%A4%A");
    expect([status, body.code]).toEqual([400, "malformed"]);
  });

  test("[ERR-2] an unexpected failure is 500 and leaks nothing", async () => {
    const broken = await startBroken(() => Promise.reject(new Error('column "password_hash" of /srv/secret')));
    const { status, body } = await broken.call(broken.people.ana, "GET", "/api/v1/me");
    expect([status, { ...body, request_id: "" }]).toEqual([
      500,
      { message: "Eroare neprevazuta", code: "unexpected", request_id: "" },
    ]);
    const inEnglish = await broken.call(broken.people.ana, "GET", "/api/v1/me", undefined, english);
    expect(inEnglish.body.message).toBe("Unknown error");
  });

  test("[ERR-2] while the database is away every call is 503 with Retry-After, never 401", async () => {
    const away = connectDatabase({
      at: "postgres://nobody@127.0.0.1:1/nothing",
      log: silentLog,
      connectionsMax: 1,
      statementTimeoutMs: 1000,
    });
    const broken = await startBroken((...args) => Reflect.apply(away.pool.query, away.pool, args));
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

  test.each(["57P01", "57P03", "08006", "53300"])("[ERR-2] SQLSTATE %s means away, too", async (code) => {
    const broken = await startBroken(() =>
      Promise.reject(Object.assign(new Error("terminating connection"), { code })),
    );
    expect((await broken.call(broken.people.ana, "GET", "/api/v1/me")).status).toBe(503);
  });
});

/** The API over a database whose statements fail like this. */
async function startBroken(query: (...args: unknown[]) => Promise<unknown>) {
  return await startTestApi({ pool: { query: query as typeof api.pool.query } });
}

describe("values of any kind", () => {
  const jsonTypes = [null, true, 0, -1, 1.5, 1e300, "", "x", "1", [], [1], ["a"], {}, { $ne: "" }];
  const bodies: Record<string, { url: string; body: Record<string, unknown> }> = {
    login: { url: "/api/v1/login", body: { username: "ana", password: "x" } },
    erpLogin: { url: "/api/v1/erp/login", body: { username: "radu", password: "x" } },
    join: { url: "/api/v1/join", body: { type: 1, channel: 10_001 } },
    publish: {
      url: `/api/v1/publish/${room}`,
      body: { message: "salut", client_id: "0189d6a2-0000-7000-8000-000000000001" },
    },
    read: { url: `/api/v1/read/${room}`, body: { upto: 1 } },
    users: { url: "/api/v1/users", body: { customers: [1], users: [1], agents: [1] } },
    auth: { url: "/api/broadcasting/auth", body: { socket_id: "1.2", channel_name: "presence-oferta.10001" } },
    batch: {
      url: "/api/broadcasting/auth/batch",
      body: { socket_id: "1.2", channel_names: ["presence-oferta.10001"] },
    },
  };

  test.each(Object.values(bodies))(
    "[ERR-2] $url: a field of another type is 422, never 500 and never converted",
    async ({ url, body }) => {
      for (const [field, right] of Object.entries(body)) {
        for (const value of jsonTypes) {
          const { status, body: answer } = await call(ana, "POST", url, { ...body, [field]: value });
          expect([200, 201, 403, 404, 422]).toContain(status);
          const isOtherType =
            Array.isArray(value) !== Array.isArray(right) || typeof value !== typeof right || value === null;
          if (isOtherType && field !== "channel") expect([status, answer.errors?.[field]?.length]).toEqual([422, 1]);
        }
      }
      for (const value of jsonTypes) {
        const { status } = await call(ana, "POST", url, JSON.stringify(value), json);
        expect([200, 422]).toContain(status);
      }
    },
  );

  test("[ERR-2] whatever is sent to whatever call, a good token is never answered 401 and nothing is a 500", async () => {
    const paths = Object.values(endpoints).filter(({ path }) => !path.endsWith("/logout") && !path.endsWith("/login"));
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.constantFrom("1", "0", "-1", "oferta.10001", "' or 1=1 --", "%00", "../../me"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.array(text, { minLength: 2, maxLength: 2 }),
        fc.json(),
        text,
        async (endpoint, parts, body, language) => {
          let index = 0;
          const url = endpoint.path.replaceAll(
            /:\w+/gu,
            () => encodeURIComponent((parts[index++] ?? "").toWellFormed()) || "x",
          );
          const answer = await app.inject({
            method: endpoint.method,
            url,
            headers: {
              authorization: `Bearer ${ana.token}`,
              "content-language": encodeURIComponent(language.toWellFormed()),
              ...(endpoint.method === "POST" ? json : {}),
            },
            ...(endpoint.method === "POST" ? { payload: body } : {}),
          });
          expect(answer.statusCode).not.toBe(401);
          expect(answer.statusCode).toBeLessThan(500);
        },
      ),
      { numRuns: 400 },
    );
  });

  test.each([
    '{"__proto__":{"polluted":1},"message":"a"}',
    '{"constructor":{"prototype":{"polluted":1}},"message":"a"}',
  ])("[ERR-2] %s pollutes nothing", async (text) => {
    const { status } = await call(ana, "POST", `/api/v1/publish/${room}`, text, json);
    expect(status).toBe(400);
    expect("polluted" in {}).toBe(false);
  });

  test("[ERR-2] deep and wide JSON neither stalls nor fails the server", async () => {
    const start = performance.now();
    for (const text of [
      "[".repeat(60_000) + "]".repeat(60_000),
      `{"message":${"[".repeat(1000)}${"]".repeat(1000)}}`,
      `{${Array.from({ length: 8000 }, (_, n) => `"k${n}":1`).join(",")}}`,
    ]) {
      const { status } = await call(ana, "POST", `/api/v1/publish/${room}`, text, json);
      expect([400, 422]).toContain(status);
    }
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test("[ERR-2] a body that is empty is no body, also where it is called JSON", async () => {
    expect((await call(ana, "POST", `/api/v1/read/${room}`, "", json)).status).toBe(200);
    expect((await call(ana, "POST", `/api/v1/read/${room}`)).status).toBe(200);
  });
});

describe("the API's own page", () => {
  test("[RUN-8] the OpenAPI document describes every call of the contract, with its schemas", async () => {
    const { status, body } = await call(null, "GET", "/api/v1/openapi.json");
    expect([status, body.openapi]).toEqual([200, "3.1.0"]);
    for (const { method, path, answers } of Object.values(endpoints)) {
      const operation = body.paths[path.replaceAll(/:(\w+)/gu, "{$1}")]?.[method.toLowerCase()];
      for (const code of Object.keys(answers))
        expect(operation?.responses[code].content["application/json"].schema).toBeDefined();
      expect(operation.responses.default.content["application/json"].schema.required).toContain("request_id");
    }
    expect(body.paths["/api/v1/login"].post.requestBody.content["application/json"].schema.required).toEqual([
      "username",
      "password",
    ]);
  });

  test("[RUN-8] the page at /api/docs runs no inline script", async () => {
    const { status, body } = await call(null, "GET", "/api/docs/");
    expect(status).toBe(200);
    expect(body).toContain("swagger-ui");
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/u);
  });

  test("[ERR-1] answers of the API are never stored by caches", async () => {
    for (const url of ["/api/v1/settings", "/api/v1/me", "/api/v1/nope"]) {
      expect((await call(ana, "GET", url)).headers["cache-control"]).toBe("no-store");
    }
  });
});
