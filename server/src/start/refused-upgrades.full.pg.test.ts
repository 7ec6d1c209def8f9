import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { endAfterAll } from "../testing/at-end.ts";
import { signIn } from "../testing/http-calls.ts";
import {
  initialisedFolder,
  type ServerProcess,
  shareServer,
  startServerProcess,
  until,
} from "../testing/server-process.ts";

const websocket =
  "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
const foreign = `${websocket}Origin: https://evil.example\r\n`;
const body = "x".repeat(100_000);
const withBody = `Content-Length: ${body.length}\r\n`;

const refusals = {
  "another path": ["GET /elsewhere", websocket, "HTTP/1.1 404 Not Found"],
  "another path with a body": ["POST /elsewhere", `${websocket}${withBody}`, "HTTP/1.1 404 Not Found"],
  "a foreign page": ["GET /app/key?protocol=7", foreign, "HTTP/1.1 403 Forbidden"],
  "a wrong method": ["POST /app/key?protocol=7", websocket, "HTTP/1.1 405 Method Not Allowed"],
  "a wrong version": ["GET /app/key", websocket.replace("13", "7"), "HTTP/1.1 400 Bad Request"],
  "a wrong key": ["GET /app/key", websocket.replace("dGhl", "+"), "HTTP/1.1 400 Bad Request"],
} as const;

const endings: Record<string, (socket: Socket) => void> = {
  "holds it open": () => undefined,
  closes: (socket) => void socket.end(),
  "closes after one more byte": (socket) => void socket.end("x"),
};

const descriptorsMax = ({ pid }: ServerProcess): number =>
  Number(/^Max open files\s+\d+\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1]);
const descriptors = ({ pid }: ServerProcess): number => readdirSync(`/proc/${pid}/fd`).length;

/** Counts connections from clients, since the number of connections to the database varies all the time. */
function clientConnections({ pid, url }: ServerProcess): number {
  const port = `:${Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0")}`;
  const listens = "0A";
  return ["tcp", "tcp6"]
    .flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, "utf8").split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/u))
    .filter(([, local, , state]) => local?.endsWith(port) && state !== listens)
    .filter(({ 9: inode }) => inode !== "0").length;
}

interface Asked {
  readonly socket: Socket;
  readonly answered: () => string;
}

async function ask(url: string, request: string, headers: string, content = ""): Promise<Asked> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  await once(socket, "connect");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
  socket.write(`${request} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n${content}`);
  return { socket, answered: () => answer };
}

describe("refused upgrades", () => {
  const atEnd = endAfterAll();
  const DATA_DIR = initialisedFolder("empty", atEnd);
  const start = shareServer(() => ({ DATA_DIR, DEMO: "0", LIMIT_NEW_SOCKETS_PER_MINUTE: "1000" }));

  test("[SEC-1] leave no descriptor open, whatever was wrong and whatever the client does then", async () => {
    const server = await start();
    for (const [request, headers, begin] of Object.values(refusals)) {
      for (const end of Object.values(endings)) {
        for (let count = 0; count < 5; count += 1) {
          const hasBody = headers.includes(withBody);
          const { socket, answered } = await ask(server.url, request, headers, hasBody ? body : "");
          end(socket);
          // An unread body may cost the client its response, but must not cost the server a descriptor.
          if (!hasBody) await until(() => (answered().startsWith(begin) ? true : undefined));
        }
      }
    }
    await expect.poll(() => clientConnections(server)).toBe(0);
  });

  test("[SEC-1] [SEC-6] beyond the rate they are 429 whatever they request, leave no descriptor open, and are logged", async () => {
    const settings = { DATA_DIR: initialisedFolder("empty"), DEMO: "0", LIMIT_NEW_SOCKETS_PER_MINUTE: "5" };
    const server = await startServerProcess(settings);
    const [request, headers] = refusals["another path"];
    const statuses: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const { answered } = await ask(server.url, request, headers);
      statuses.push(await until(() => /^HTTP\/1\.1 (\d+)/u.exec(answered())?.[1]));
    }
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => "404"), ...Array.from({ length: 15 }, () => "429")]);
    await until(() => (clientConnections(server) === 0 ? true : undefined));
    server.signal("SIGTERM");
    const { stdout, stderr } = await server.ended;
    const lines = `${stdout}${stderr}`.split("\n").filter((line) => line.includes('"limit.met"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      Array.from({ length: 15 }, () => expect.objectContaining({ who: null, what: "sockets.rate", from: "127.0.0.1" })),
    );
  });

  test("[SEC-1a] a request that offers h2c gets an HTTP/1.1 response", async () => {
    const server = await start();
    const login = JSON.stringify({ username: "nobody", password: "x" });
    const h2c = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";
    const type = `Content-Type: application/json\r\nContent-Length: ${login.length}\r\n`;
    const { answered } = await ask(server.url, "POST /api/v1/login", `${h2c}${type}`, login);
    await until(() => (answered().includes("invalid_credentials") ? true : undefined));
    expect(answered()).toMatch(/^HTTP\/1\.1 422 /u);
  });

  test("[SEC-1c] without free descriptors a call returns 503, and 200 once there are some", async () => {
    const server = await startServerProcess({ DATA_DIR: initialisedFolder("demo"), DEMO: "1", LOG_LEVEL: "silent" });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const token = await signIn(server.url, "ana");
    const ask = async (path: string): Promise<number> => {
      const request = httpRequest(`${server.url}${path}`, {
        agent,
        headers: { Authorization: `Bearer ${token}` },
      }).end();
      const [response] = await once(request, "response");
      response.resume();
      await once(response, "end");
      return response.statusCode;
    };
    const tenOf = (path: string): Promise<number[]> => Promise.all(Array.from({ length: 10 }, () => ask(path)));
    await tenOf("/healthz");
    const limit = (files: number) =>
      execFileSync("prlimit", ["--pid", String(server.pid), `--nofile=${files}:${descriptorsMax(server)}`]);
    limit(descriptors(server));
    // These are more concurrent calls than there are open database connections.
    expect(new Set(await tenOf("/api/v1/me/devices"))).toEqual(new Set([200, 503]));
    limit(descriptorsMax(server));
    expect(await ask("/api/v1/me/devices")).toBe(200);
  });

  test("[RUN-5b] ten of them, held open and some of them incomplete, do not delay an orderly shutdown", async () => {
    const server = await start();
    for (const [request, headers] of Object.values(refusals).slice(0, 3)) {
      for (let count = 0; count < 4; count += 1) await ask(server.url, request, headers);
    }
    for (let count = 0; count < 4; count += 1) await ask(server.url, "GET /app/key", websocket.slice(0, 30));
    server.signal("SIGTERM");
    expect((await server.ended).exitCode).toBe(0);
    expect(existsSync(join(DATA_DIR, "postgres/postmaster.pid"))).toBe(false);
  });
});
