import { randomUUID } from "node:crypto";
import { connect, createServer, type Socket } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { someStatementWaits } from "../testing/some-statement-waits.ts";
import { until } from "../testing/server-process.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, pool, app, broadcasts } = api;
const { ana } = people;
const serverPort = Number(new URL(await app.listen({ host: "127.0.0.1", port: 0 })).port);
const room = (await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 })).body.chat.id;

type Cut = "before the end of the request" | "before the answer" | "in mid-answer";

/** Starts a proxy that cuts the connection once and records the server's response. */
async function startCuttingProxy(cut: Cut): Promise<{ port: number; answer: () => string }> {
  let answer = "";
  const proxy = createServer((client) => {
    const server = connect(serverPort, "127.0.0.1");
    const cutOff = (): void => [client, server].forEach((socket: Socket) => socket.destroy());
    for (const socket of [client, server]) socket.on("error", cutOff);
    client.on("data", (bytes) => {
      if (cut !== "before the end of the request") server.write(bytes);
      else server.write(bytes.subarray(0, bytes.length - 10), cutOff);
    });
    server.on("data", (bytes) => {
      answer += bytes.toString();
      if (cut === "before the answer") client.destroy();
      else client.write(bytes.subarray(0, bytes.length - 10), () => client.destroy());
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  const address = proxy.address();
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, answer: () => answer };
}

async function sendRaw(port: number, body: string): Promise<{ socket: Socket; received: Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (bytes) => (text += bytes.toString()));
  const received = new Promise<string>((resolve) => {
    socket.on("close", () => resolve(text));
    socket.on("error", () => resolve(text));
  });
  const head = [
    `POST /api/v1/publish/${room} HTTP/1.1`,
    "Host: chat",
    `Authorization: Bearer ${ana.token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  return { socket, received };
}

const bodyOf = (clientId: string): string => JSON.stringify({ message: "Bună ziua", client_id: clientId });
const retry = (clientId: string) =>
  call(ana, "POST", `/api/v1/publish/${room}`, { message: "Bună ziua", client_id: clientId });
const rowsOf = async (clientId: string) =>
  (await pool.query("select id, seq from messages where client_id = $1", [clientId])).rows;

beforeEach(() => {
  broadcasts.length = 0;
});

describe("a lost response", () => {
  test("[MSG-2a] cut before the end of the request: nothing is stored, and the retry is the first send", async () => {
    const [clientId, proxy] = [randomUUID(), await startCuttingProxy("before the end of the request")];
    expect(await (await sendRaw(proxy.port, bodyOf(clientId))).received).toBe("");
    const { status, body } = await retry(clientId);
    expect(status).toBe(201);
    expect(await rowsOf(clientId)).toEqual([{ id: body.message.id, seq: body.message.seq }]);
    expect(broadcasts).toHaveLength(1);
  });

  test.each(["before the answer", "in mid-answer"] as const)(
    "[MSG-2a] cut %s: one row, broadcast once, and the retry carries the id and seq of the lost response",
    async (cut) => {
      const [clientId, proxy] = [randomUUID(), await startCuttingProxy(cut)];
      const received = await (await sendRaw(proxy.port, bodyOf(clientId))).received;
      expect(received.endsWith("}}")).toBe(false);
      const lost = await until(() => (proxy.answer().endsWith("}}") ? proxy.answer() : undefined));
      expect(lost).toContain("HTTP/1.1 201");
      const { message: first } = JSON.parse(lost.slice(lost.indexOf("\r\n\r\n")));
      const [once, twice] = [await retry(clientId), await retry(clientId)];
      expect([once.status, twice.status]).toEqual([200, 200]);
      for (const { body } of [once, twice])
        expect(body.message).toMatchObject({ id: first.id, seq: first.seq, client_id: clientId });
      expect(await rowsOf(clientId)).toEqual([{ id: first.id, seq: first.seq }]);
      expect(broadcasts).toHaveLength(1);
    },
  );

  test("[MSG-2a] cut inside the commit: it is stored and broadcast once, whether the retry overlaps or comes later", async () => {
    const clientId = randomUUID();
    const holder = await pool.connect();
    try {
      await holder.query("begin");
      await holder.query("select from rooms where id = $1 for update", [room]);
      const { socket, received } = await sendRaw(serverPort, bodyOf(clientId));
      await someStatementWaits(pool);
      socket.destroy();
      expect(await received).toBe("");
      const meeting = retry(clientId);
      await holder.query("commit");
      const [met, later] = [await meeting, await retry(clientId)];
      expect([met.status, later.status]).toEqual([200, 200]);
      expect(await rowsOf(clientId)).toEqual([{ id: met.body.message.id, seq: met.body.message.seq }]);
      expect(later.body.message).toEqual(met.body.message);
      expect(broadcasts).toHaveLength(1);
    } finally {
      holder.release();
    }
  });
});
