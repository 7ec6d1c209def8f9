import { request } from "node:https";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { testCertificate, testKey } from "../testing/certificate.ts";
import { call } from "../testing/http-calls.ts";
import { runProgram, startServerProcess, temporaryFolder } from "../testing/server-process.ts";

// Whole programs start and stop here, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

const { url: DATABASE_URL } = await createTestDatabase();

test("[RUN-8] health, readiness and metrics answer; metrics only to this machine or with the token", async () => {
  const METRICS_TOKEN = "a-token-for-the-monitor";
  const server = await startServerProcess({ DATA_DIR: temporaryFolder(), DATABASE_URL, DEMO: "0", METRICS_TOKEN });
  expect((await call(server.url, "/healthz")).body).toEqual({ alive: true });
  const ready = { ready: true, database: "up", bus: "up", writes: true, leaving: false };
  expect((await call(server.url, "/readyz")).body).toEqual(ready);
  const metrics = (headers: Record<string, string>): Promise<Response> => fetch(`${server.url}/metrics`, { headers });
  const forwarded = { "X-Forwarded-For": "203.0.113.7" };
  const text = await (await metrics({})).text();
  expect(text).toContain('cuplaj_http_requests_total{route="/healthz",status="200"} 1');
  expect(text).toMatch(/cuplaj_realtime\{name="sockets",key=""\} 0/u);
  expect((await metrics(forwarded)).status).toBe(404);
  expect((await metrics({ ...forwarded, Authorization: "Bearer guess" })).status).toBe(404);
  expect((await metrics({ ...forwarded, Authorization: `Bearer ${METRICS_TOKEN}` })).status).toBe(200);
});

test("[RUN-11] with a certificate the same app answers over TLS, and tells browsers to stay there", async () => {
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

test("[RUN-7] user add works beside a running server, asks for nothing twice, and the person can sign in", async () => {
  const DATA_DIR = temporaryFolder();
  const server = await startServerProcess({ DATA_DIR, DEMO: "0" });
  const words = ["user", "add", "--username", "Dana", "--name", "Dana Pop", "--kind", "erp", "--password-stdin"];
  const added = await runProgram("cuplaj.ts", words, { DATA_DIR }, "parola-lunga\n");
  expect(added).toMatchObject({ exitCode: 0, stderr: "" });
  const signIn = (password: string): ReturnType<typeof call> =>
    call(server.url, "/api/v1/erp/login", { body: { username: "dana", password } });
  const { status, body } = await signIn("parola-lunga");
  expect(status).toBe(200);

  const again = await runProgram("cuplaj.ts", words, { DATA_DIR }, "parola-lunga\n");
  expect(again).toMatchObject({ exitCode: 1, stderr: "--username Dana is taken.\n" });

  const changed = ["user", "password", "--username", "dana", "--password-stdin"];
  expect(await runProgram("cuplaj.ts", changed, { DATA_DIR }, "alta-parola")).toMatchObject({ exitCode: 0 });
  expect((await call(server.url, "/api/v1/me", { token: String(body["token"]) })).status).toBe(401);
  expect((await signIn("alta-parola")).status).toBe(200);

  expect(await runProgram("cuplaj.ts", ["user", "disable", "--username", "dana"], { DATA_DIR })).toMatchObject({
    exitCode: 0,
  });
  expect((await signIn("alta-parola")).status).toBe(422);
  expect((await runProgram("cuplaj.ts", ["user", "list"], { DATA_DIR })).stdout).toMatch(
    /erp +Dana +Dana Pop +Operator +disabled/u,
  );
});

test("[RUN-7] commands work without a server as well, and leave nothing running", async () => {
  const DATA_DIR = temporaryFolder();
  expect(await runProgram("cuplaj.ts", ["demo"], { DATA_DIR })).toMatchObject({ exitCode: 0 });
  expect(await runProgram("cuplaj.ts", ["demo"], { DATA_DIR })).toMatchObject({ exitCode: 1 });
  expect(await runProgram("cuplaj.ts", ["migrate"], { DATA_DIR })).toMatchObject({
    stdout: "The tables are up to date.\n",
  });
  const refused = await runProgram("cuplaj.ts", ["demo"], { DATA_DIR, NODE_ENV: "production" });
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
});
