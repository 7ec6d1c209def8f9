import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { testCertificate, testKey } from "../testing/certificate.ts";
import { type RawAnswer, rawRequest, type RawTarget } from "../testing/raw-request.ts";
import { initialisedFolder, startServerProcess } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";

const awayErrors: unknown[] = [];
const logged: unknown[] = [];
const log = pino({ level: "info" }, { write: (line) => void logged.push(line) });
const { app } = await startTestApi({ log, noteAway: (error) => awayErrors.push(error) });
const plain: RawTarget = { port: Number(new URL(await app.listen({ port: 0 })).port), isSecure: false };

const host = "Host: localhost\r\n";
const many = Array.from({ length: 2500 }, (_, n) => `x${n}: 1\r\n`).join("");
const login = (headers: string, body = ""): string => `POST /api/v1/login HTTP/1.1\r\n${host}${headers}\r\n${body}`;
const get = (target: string, headers = host): string => `GET ${target} HTTP/1.1\r\n${headers}\r\n`;

/** All responses that are sent before routing or without a route. */
const early: readonly (readonly [string, string, number, string])[] = [
  ["bytes that are no request", "GARBAGE\r\n\r\n", 400, "malformed"],
  ["another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "malformed"],
  ["another version", `GET / HTTP/3.0\r\n${host}\r\n`, 400, "malformed"],
  ["an unknown method", `FOO / HTTP/1.1\r\n${host}\r\n`, 400, "malformed"],
  ["two lengths", login("Content-Length: 3\r\nContent-Length: 4\r\n", "abc"), 400, "malformed"],
  ["a length and chunks", login("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400, "malformed"],
  [
    "a chunk of no length",
    login("Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", "ZZ\r\n"),
    400,
    "malformed",
  ],
  ["too many headers", get("/", host + many), 431, "too_large"],
  ["a header that is too long", get("/", `${host}X: ${"a".repeat(40_000)}\r\n`), 431, "too_large"],
  ["an address that is too long", get(`/${"a".repeat(70_000)}`), 431, "too_large"],
  ["no host", get("/api/v1/settings", ""), 400, "malformed"],
  ["two hosts", get("/api/v1/settings", `${host}Host: evil.example\r\n`), 400, "malformed"],
  ["the same host twice, in other letters", get("/api/v1/settings", `${host}hOST: localhost\r\n`), 400, "malformed"],
  ["a path that cannot be decoded", get("/api/v1/chat/%E0%A4%A"), 400, "malformed"],
  ["a part of a path that is too long", get(`/api/v1/chat/${"a".repeat(5000)}`), 400, "malformed"],
  ["an unknown call", get("/api/v1/none"), 404, "not_found"],
  ["an unknown call by its whole address", get("http://localhost/api/v1/none"), 404, "not_found"],
  ["the calls' own folder", get("/api/"), 404, "not_found"],
  ["TRACE", `TRACE /api/v1/me HTTP/1.1\r\n${host}\r\n`, 404, "not_found"],
  ["OPTIONS of a call", `OPTIONS /api/v1/login HTTP/1.1\r\n${host}\r\n`, 404, "not_found"],
  ["PUT of a call", `PUT /api/v1/login HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`, 404, "not_found"],
  ["an expectation", login("Expect: something\r\nContent-Length: 2\r\n", "{}"), 417, "malformed"],
  ["a body that is too long", login("Content-Type: application/json\r\nContent-Length: 8193\r\n"), 413, "too_large"],
  ["a body of another type", login("Content-Type: text/plain\r\nContent-Length: 1\r\n", "x"), 415, "unsupported_type"],
];

const headersOfAll = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": expect.stringContaining("camera=()"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};

function expectWhole(answer: RawAnswer | null, status: number, code: string): void {
  expect(answer).toMatchObject({ status, headers: headersOfAll });
  const body: unknown = JSON.parse(answer?.body ?? "");
  expect(body).toEqual({ message: expect.any(String), code, request_id: answer?.headers["x-request-id"] });
}

describe("responses before routing", () => {
  test.each(early)("[SEC-9] %s: every response has the same body and headers", async (_what, bytes, status, code) => {
    expectWhole(await rawRequest(plain, bytes), status, code);
  });

  test("[SEC-9] CONNECT is cut without a response", async () => {
    expect(await rawRequest(plain, `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`)).toBeNull();
  });

  test("[SEC-9] a late request is 408, with the same body and headers", async () => {
    const { headersTimeout } = app.server;
    const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    app.server.once("connection", (socket) => setImmediate(() => app.server.emit("clientError", error, socket)));
    expect(headersTimeout).toBeGreaterThan(0);
    expectWhole(await rawRequest(plain, "GET / HT"), 408, "malformed");
  });

  test("[SEC-9] input during a response never corrupts it", async () => {
    const error = Object.assign(new Error("Parse Error"), { code: "HPE_INVALID_METHOD" });
    const written: string[] = [];
    const socket = Object.assign(Object.create(null), {
      writable: true,
      _httpMessage: { headersSent: true },
      write: (text: string) => written.push(text),
      destroy: () => written.push("destroyed"),
    });
    app.server.emit("clientError", error, socket);
    expect(written).toEqual(["destroyed"]);
  });

  test("[SEC-9] over TLS, the responses are the same, plus HSTS", async () => {
    const DATA_DIR = initialisedFolder("empty");
    const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(DATA_DIR, "cert.pem"), join(DATA_DIR, "key.pem")];
    writeFileSync(TLS_CERT_FILE, testCertificate);
    writeFileSync(TLS_KEY_FILE, testKey);
    const settings = { DATA_DIR, DEMO: "0", TLS_CERT_FILE, TLS_KEY_FILE, TLS_PORT: "0" };
    const { url } = await startServerProcess(settings);
    const secure: RawTarget = { port: Number(new URL(url).port), isSecure: true };
    for (const [, bytes, status, code] of early) {
      const answer = await rawRequest(secure, bytes);
      expectWhole(answer, status, code);
      expect(answer?.headers["strict-transport-security"]).toBe("max-age=31536000");
    }
  });
});

test("[ERR-5b] a caller that disconnects mid-request does not count as a database failure, and is not logged", async () => {
  logged.length = 0;
  let aborted = 0;
  for (let n = 0; n < 20; n += 1) {
    const socket = connect(plain.port, "127.0.0.1");
    const requested: Promise<IncomingMessage[]> = once(app.server, "request");
    socket.write(login("Content-Type: application/json\r\nContent-Length: 100\r\n", '{"a":'));
    const closed = once((await requested)[0]?.socket ?? socket, "close");
    if (n % 2 === 0) socket.resetAndDestroy();
    else socket.destroy();
    await closed.catch(() => undefined);
    aborted += 1;
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect([aborted, awayErrors, logged]).toEqual([20, [], []]);
});
