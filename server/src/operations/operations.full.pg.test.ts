import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { request } from "node:https";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { freePort } from "../kernel/free-port.ts";
import { createTestDatabase } from "../testing/database.ts";
import { badCertificates, testCertificate, testKey } from "../testing/certificate.ts";
import { call } from "../testing/http-calls.ts";
import { runProgram, startServerProcess, temporaryFolder, until } from "../testing/server-process.ts";

const { url: DATABASE_URL } = await createTestDatabase();

test("[RUN-8a][RUN-8c] health, readiness and metrics respond; metrics only to this machine, not through a proxy", async () => {
  const server = await startServerProcess({ DATA_DIR: temporaryFolder(), DATABASE_URL, DEMO: "0" });
  expect((await call(server.url, "/healthz")).body).toEqual({ alive: true });
  const ready = { ready: true, database: "up", bus: "up", writes: true, storage: "up", leaving: false };
  expect((await call(server.url, "/readyz")).body).toEqual(ready);
  const metrics = (headers: Record<string, string>): Promise<Response> => fetch(`${server.url}/metrics`, { headers });
  const counted = await (await metrics({})).text();
  expect(counted).toContain('cuplaj_http_requests_total{method="GET",route="/healthz",status="200"} 1');
  expect(counted).toMatch(/cuplaj_realtime\{name="sockets",key=""\} 0/u);
  expect((await metrics({ "X-Forwarded-For": "203.0.113.7" })).status).toBe(404);
});

test.each([
  ["a token is set", {}],
  ["proxies are trusted", { TRUST_PROXY: "1" }],
  ["people come by a public address", { PUBLIC_URL: "https://chat.example.ro", TRUST_PROXY: "0" }],
])("[RUN-8c] when %s, a proxy without forwarding headers gets no metrics without the token", async (_title, more) => {
  const METRICS_TOKEN = "a-token-for-the-monitor";
  const PORT = String(await freePort("127.0.0.1", 0, "PORT"));
  const { TRUST_PROXY, ...rest } = { TRUST_PROXY: "0", ...more };
  for (const token of [{ METRICS_TOKEN }, ...(Object.keys(more).length === 0 ? [] : [{}])]) {
    const settings = { DATA_DIR: temporaryFolder(), DATABASE_URL, DEMO: "0", PORT, TRUST_PROXY, ...rest, ...token };
    const server = await startServerProcess(settings);
    const status = async (headers = {}) => (await fetch(`http://127.0.0.1:${PORT}/metrics`, { headers })).status;
    expect([await status(), await status({ Authorization: "Bearer guess" })]).toEqual([404, 404]);
    const isSet = "METRICS_TOKEN" in token;
    expect(await status({ Authorization: `Bearer ${METRICS_TOKEN}` })).toBe(isSet ? 200 : 404);
    server.signal("SIGTERM");
    await server.ended;
  }
});

test("[SEC-7] a loopback server refuses other host names in the form of every error, page, metrics and live connections included", async () => {
  const server = await startServerProcess({ DATA_DIR: temporaryFolder(), DATABASE_URL, DEMO: "0" });
  const { port } = new URL(server.url);
  const ask = (path: string, host: string, more = {}): Promise<{ status: number | undefined; body: string }> =>
    new Promise((resolve, reject) => {
      get({ port, host: "127.0.0.1", path, headers: { host, ...more } }, (response) => {
        resolve(text(response).then((body) => ({ status: response.statusCode, body })));
      }).once("error", reject);
    });
  for (const path of ["/", "/metrics", "/api/v1/settings", "/apps/1/channels", "/nowhere.js", "/healthz"]) {
    const { status, body } = await ask(path, `evil.example:${port}`);
    expect([status, JSON.parse(body).code]).toEqual([400, "malformed"]);
  }
  const upgrade = { connection: "Upgrade", upgrade: "websocket" };
  expect((await ask("/app/key", "evil.example", upgrade)).status).toBe(400);
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    expect((await ask("/api/v1/settings", `${name}:1`)).status).toBe(200);
  }
});

test("[RUN-11] with a certificate the same app serves TLS, and sends HSTS", async () => {
  const DATA_DIR = temporaryFolder();
  const files = { TLS_CERT_FILE: join(DATA_DIR, "cert.pem"), TLS_KEY_FILE: join(DATA_DIR, "key.pem") };
  writeFileSync(files.TLS_CERT_FILE, testCertificate);
  writeFileSync(files.TLS_KEY_FILE, testKey);
  const server = await startServerProcess({ DATA_DIR, DATABASE_URL, DEMO: "0", TLS_PORT: "0", ...files });
  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/u);
  const answer = await new Promise<{ status: number | undefined; hsts: string | undefined }>((resolve, reject) => {
    request(`${server.url}/healthz`, { ca: testCertificate, servername: "localhost" }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, hsts: response.headers["strict-transport-security"] });
    })
      .once("error", reject)
      .end();
  });
  expect(answer).toEqual({ status: 200, hsts: "max-age=31536000" });
});

test("[RUN-5d] SIGHUP reloads the certificate, keeps the old one if the new one is invalid, and interrupts nothing", async () => {
  const DATA_DIR = temporaryFolder();
  const files = { TLS_CERT_FILE: join(DATA_DIR, "cert.pem"), TLS_KEY_FILE: join(DATA_DIR, "key.pem") };
  writeFileSync(files.TLS_CERT_FILE, testCertificate);
  writeFileSync(files.TLS_KEY_FILE, testKey);
  const server = await startServerProcess({ DATA_DIR, DATABASE_URL, DEMO: "0", TLS_PORT: "0", ...files });
  const isShown = async (certificate: string): Promise<true | undefined> =>
    (await shownBy(server.url)) === new X509Certificate(certificate).fingerprint256 ? true : undefined;
  await until(() => isShown(testCertificate));
  writeFileSync(files.TLS_CERT_FILE, "no certificate");
  server.signal("SIGHUP");
  await until(() => isShown(testCertificate));
  writeFileSync(files.TLS_CERT_FILE, badCertificates.misnamed);
  server.signal("SIGHUP");
  await until(() => isShown(badCertificates.misnamed));
  server.signal("SIGTERM");
  expect(await server.ended).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining("the previous certificate stays in use"),
  });
});

async function shownBy(url: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

test("[OPS-1] in production every line is JSON, also for a failed start", async () => {
  const production = { DATABASE_URL, DEMO: "0", NODE_ENV: "production", LOG_LEVEL: "info" };
  const server = await startServerProcess({ DATA_DIR: temporaryFolder(), ...production });
  server.signal("SIGTERM");
  const ended = await server.ended;
  const refused = await runProgram("main.ts", [], { ...production, PORT: "http" });
  const lines = [ended.stdout, ended.stderr, refused.stderr].flatMap((text) => text.trimEnd().split("\n"));
  const parsed = lines.map((line): { level: number; msg: string } => JSON.parse(line));
  expect(parsed.every(({ level, msg }) => Number.isInteger(level) && typeof msg === "string")).toBe(true);
  expect(parsed[0]?.msg).toBe(`Cuplaj is ready: ${server.url}/`);
  expect(parsed.at(-1)).toMatchObject({
    level: 60,
    msg: 'PORT is "http"; allowed is a whole number from 0 to 65535.',
  });
});

test("[RUN-7] a command shows the database of DATABASE_URL without its password", async () => {
  const { stdout, stderr } = await runProgram("cuplaj.ts", ["user", "list"], { DATABASE_URL });
  const { hostname, port, pathname, password, searchParams } = new URL(DATABASE_URL);
  const host = searchParams.get("host") ?? hostname;
  expect(stderr).toBe(`Database: ${pathname.slice(1)} at ${host}:${port} (DATABASE_URL)\n`);
  expect(password).not.toBe("");
  expect(stdout + stderr).not.toContain(password);
});
