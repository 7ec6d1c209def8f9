import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { holdPort } from "./free-port.ts";
import { StartupProblem } from "./startup-problem.ts";

const host = "127.0.0.1";

test("[RUN-1] a random port is held until the server listens; a chosen one refuses connections until then", async () => {
  const held = await holdPort(host, 0, "PORT");
  onTestFinished(held.release);
  await expect(holdPort(host, held.port, "PORT")).rejects.toThrow(StartupProblem);
  const socket = connect(held.port, host).resume();
  socket.on("error", () => undefined);
  await once(socket, "close");

  await held.release();
  const wanted = await holdPort(host, held.port, "PORT");
  expect(wanted.port).toBe(held.port);
  const refused = connect(held.port, host);
  expect(await once(refused, "error")).toMatchObject([{ code: "ECONNREFUSED" }]);
  const server = createServer().listen(held.port, host);
  onTestFinished(() => void server.close());
  await once(server, "listening");
});
