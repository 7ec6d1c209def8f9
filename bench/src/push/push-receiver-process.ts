import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { monotonicMs } from "../loader/loader-messages.ts";
import type { ReceiverCommand, ReceiverReport } from "./push-messages.ts";

// A push service in its own process, which accepts every push unread.

const giveUpMs = 120_000;
let browsers = new Set<string>();
let [firstAtMs, lastAtMs] = [0, 0];

const server = createServer((request, response) => {
  request.resume().once("end", () => {
    const path = request.url ?? "";
    if (browsers.size === 0) firstAtMs = monotonicMs();
    if (!browsers.has(path)) lastAtMs = monotonicMs();
    browsers.add(path);
    response.writeHead(201).end();
  });
});

function report(): ReceiverReport {
  const { port } = server.address() as AddressInfo;
  const counted = { port, pushes: browsers.size, firstAtMs, lastAtMs };
  browsers = new Set();
  return counted;
}

async function untilArrived(pushes: number): Promise<void> {
  const beganAt = monotonicMs();
  while (browsers.size < pushes && monotonicMs() - beganAt < giveUpMs)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

process.on("message", (message) => {
  // The cast is safe, since the parent sends only commands.
  const command = message as ReceiverCommand;
  if (command.kind === "open") server.listen(0, "127.0.0.1", () => process.send?.({ report: report() }));
  else void untilArrived(command.pushes).then(() => process.send?.({ report: report() }));
});
process.on("disconnect", () => process.exit(0));
