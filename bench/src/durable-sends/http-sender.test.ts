import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { HttpSender } from "./http-sender.ts";

async function startServer(pieces: readonly string[]): Promise<number> {
  const server = createServer({ noDelay: true }, (socket: Socket) => {
    socket.on("data", () => {
      let delayMs = 0;
      for (const piece of pieces) setTimeout(() => socket.write(piece), (delayMs += 5));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

test("[PERF-4] a response in pieces is one response, and the next one is separate", async () => {
  const pieces = ["HTTP/1.1 201 Crea", "ted\r\nx-a: b\r\ncontent-length: 7\r\n", "\r\nabc", "defg"];
  const sender = await HttpSender.open(await startServer(pieces));
  onTestFinished(() => sender.close());
  for (let request = 0; request < 2; request += 1) {
    const { status, body } = await sender.send("POST / HTTP/1.1\r\n\r\n");
    expect([status, body.toString()]).toEqual([201, "abcdefg"]);
  }
});
