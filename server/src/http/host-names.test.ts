import Fastify from "fastify";
import { expect, test } from "vitest";
import { refuseHosts } from "./host-names.ts";

function serve() {
  const warnings: unknown[] = [];
  const app = Fastify({ trustProxy: true });
  refuseHosts(app, new Set(["127.0.0.1", "localhost", "[::1]", "chat.example.ro"]), {
    warn: (line: unknown) => void warnings.push(line),
  });
  for (const path of ["/", "/metrics", "/api/v1/settings"]) app.get(path, async () => "here");
  return { warnings, get: (host: string, url = "/", more = {}) => app.inject({ url, headers: { host, ...more } }) };
}

test.each(["127.0.0.1:8080", "LOCALHOST", "localhost:9000", "[::1]:80", "[0:0:0:0:0:0:0:1]", "chat.example.ro:8443"])(
  "[SEC-7] %s is one of our names, with any port",
  async (host) => {
    expect((await serve().get(host)).body).toBe("here");
  },
);

test.each([
  "evil.example",
  "127.0.0.1.evil.example:8080",
  "localhost.",
  "evil.localhost",
  "10.0.0.7",
  "a b",
  "@",
  "evil@localhost",
  "localhost/.evil.example",
  "localhost#x",
])("[SEC-7] %j is foreign: 400 on every path, known or not", async (host) => {
  const { get } = serve();
  for (const url of ["/", "/metrics", "/api/v1/settings", "/nowhere"]) {
    const { statusCode, body } = await get(host, url);
    expect([statusCode, JSON.parse(body)]).toEqual([400, expect.objectContaining({ code: "malformed" })]);
  }
});

test("[SEC-7] a trusted proxy cannot hide a foreign name, nor make one of ours foreign", async () => {
  const { get } = serve();
  expect((await get("evil.example", "/", { "x-forwarded-host": "localhost" })).statusCode).toBe(400);
  expect((await get("127.0.0.1:8080", "/", { "x-forwarded-host": "chat.example.com" })).statusCode).toBe(200);
});

test("[SEC-7] the log reports foreign names once, without repeating what was sent", async () => {
  const { warnings, get } = serve();
  for (let n = 0; n < 3; n += 1) await get(`${"x".repeat(500)}.example`);
  expect(warnings).toEqual(["a request for an unknown host name was refused; further ones are not logged"]);
});
