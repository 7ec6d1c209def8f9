import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, app } = api;
const { ana, radu } = people;
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;
await call(radu, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const { message } = (await call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" })).body;
const json = { "content-type": "application/json" };

function isOtherType(field: string, value: unknown, right: unknown): boolean {
  if (field === "channel" || (field === "from" && value === null)) return false;
  return Array.isArray(value) !== Array.isArray(right) || typeof value !== typeof right || value === null;
}

describe("values of any kind", () => {
  const jsonTypes = [null, true, 0, -1, 1.5, 1e300, "", "x", "1", [], [1], ["a"], {}, { $ne: "" }];
  const bodies: Record<string, { url: string; body: Record<string, unknown> }> = {
    login: { url: "/api/v1/login", body: { username: "ana", password: "x" } },
    erpLogin: { url: "/api/v1/erp/login", body: { username: "radu", password: "x" } },
    embedLogin: { url: "/api/v1/embed/login", body: { token: "x", origin: "x" } },
    join: { url: "/api/v1/join", body: { type: 1, channel: 10_001 } },
    publish: {
      url: `/api/v1/publish/${room}`,
      body: { message: "salut", client_id: "0189d6a2-0000-7000-8000-000000000001" },
    },
    action: { url: `/api/v1/chat/${room}/action/${message.id}/2/customer`, body: { state: true } },
    handOver: { url: `/api/v1/chat/${room}/hand-over`, body: { to: radu.id, note: "x" } },
    silence: { url: `/api/v1/silence/${radu.id}/erp`, body: { silenced: true } },
    pin: { url: `/api/v1/pin/${room}`, body: { pinned: true } },
    mute: { url: `/api/v1/mute/${room}`, body: { muted: true } },
    mark: { url: `/api/v1/mark-unread/${room}`, body: { from: message.seq } },
    password: { url: "/api/v1/me/password", body: { current: "x", password: "o parolă nouă" } },
    read: { url: `/api/v1/read/${room}`, body: { upto: 1 } },
    sync: { url: "/api/v1/sync", body: { epoch: "x", cursors: { 1: 1 } } },
    users: { url: "/api/v1/users", body: { customers: [1], users: [1], agents: [1] } },
    auth: { url: "/api/broadcasting/auth", body: { socket_id: "1.2", channel_name: "presence-oferta.10001" } },
    batch: {
      url: "/api/broadcasting/auth/batch",
      body: { socket_id: "1.2", channel_names: ["presence-oferta.10001"] },
    },
  };

  test.each(Object.values(bodies))(
    "[ERR-2e] $url: a field of another type is 422, never 500 and never converted",
    async ({ url, body }) => {
      for (const [field, right] of Object.entries(body)) {
        for (const value of jsonTypes) {
          const { status, body: answer } = await call(ana, "POST", url, { ...body, [field]: value });
          expect([200, 201, 403, 404, 422]).toContain(status);
          if (isOtherType(field, value, right)) expect([status, answer.errors?.[field]?.length]).toEqual([422, 1]);
        }
      }
      for (const value of jsonTypes) {
        const { status } = await call(ana, "POST", url, JSON.stringify(value), json);
        expect([200, 422]).toContain(status);
      }
    },
  );

  test("[ERR-2] whatever is sent to any call, a valid token never gets 401 and nothing gets 500", async () => {
    // Some calls revoke the token that the test uses.
    const endings = ["/logout", "/login", "/me/devices/:deviceId"];
    const paths = Object.values(endpoints).filter(({ path }) => !endings.some((ending) => path.endsWith(ending)));
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
          const takesBody = endpoint.method === "POST" || endpoint.method === "PUT";
          const answer = await app.inject({
            method: endpoint.method,
            url,
            headers: {
              authorization: `Bearer ${ana.token}`,
              "content-language": encodeURIComponent(language.toWellFormed()),
              ...(takesBody ? json : {}),
            },
            ...(takesBody ? { payload: body } : {}),
          });
          expect(answer.statusCode).not.toBe(401);
          expect(answer.statusCode).toBeLessThan(500);
        },
      ),
    );
    await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
  });

  test.each([
    '{"__proto__":{"polluted":1},"message":"a"}',
    '{"constructor":{"prototype":{"polluted":1}},"message":"a"}',
  ])("[ERR-2e] %s pollutes nothing", async (text) => {
    const { status } = await call(ana, "POST", `/api/v1/publish/${room}`, text, json);
    expect(status).toBe(400);
    expect("polluted" in {}).toBe(false);
  });

  test("[ERR-2e] deep and wide JSON does not bring down the server", async () => {
    for (const text of [
      "[".repeat(60_000) + "]".repeat(60_000),
      `{"message":${"[".repeat(1000)}${"]".repeat(1000)}}`,
      `{${Array.from({ length: 8000 }, (_, n) => `"k${n}":1`).join(",")}}`,
    ]) {
      const { status } = await call(ana, "POST", `/api/v1/publish/${room}`, text, json);
      expect([400, 422]).toContain(status);
    }
  });

  test("[ERR-2e] an empty body counts as absent, even if labelled as JSON", async () => {
    expect((await call(ana, "POST", `/api/v1/read/${room}`, "", json)).status).toBe(200);
    expect((await call(ana, "POST", `/api/v1/read/${room}`)).status).toBe(200);
  });
});
