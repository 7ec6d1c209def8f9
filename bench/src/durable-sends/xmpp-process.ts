import { monotonicMs } from "../loader/loader-messages.ts";
import { sentence } from "./workload.ts";
import { quantile } from "./quantile.ts";
import { timeMark } from "./send-messages.ts";
import { XmppClient } from "./xmpp-client.ts";
import type { XmppCommand, XmppReport } from "./xmpp-messages.ts";

// Loads ejabberd from its own process, so that its CPU time does not count as the server's.

const patienceMs = 10_000;
const clients: XmppClient[] = [];

const delivered = (): number => clients.reduce((sum, client) => sum + client.delivered, 0);

/** Opens clients one after the other, since the first to enter creates the room. */
async function open(command: XmppCommand & { kind: "open" }): Promise<void> {
  for (const person of command.people) clients.push(await XmppClient.open(command.port, person));
}

async function send({ senders, seconds }: XmppCommand & { kind: "send" }): Promise<XmppReport> {
  const deliveredBefore = delivered();
  const times: number[] = [];
  const startedAt = monotonicMs();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    clients.slice(0, senders).map(async (client) => {
      for (let sentAt = monotonicMs(); sentAt < endsAt; sentAt = monotonicMs()) {
        await client.say(`${sentence} ${timeMark}${sentAt.toFixed(3)}${timeMark}`);
        times.push(monotonicMs() - sentAt);
      }
    }),
  );
  const endedAt = monotonicMs();
  const expected = (times.length * clients.length) / senders;
  while (delivered() - deliveredBefore < expected && monotonicMs() < endedAt + patienceMs) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    stored: times.length,
    delivered: delivered() - deliveredBefore,
    seconds: (endedAt - startedAt) / 1000,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

process.on("message", (message) => {
  // The cast is safe, since the parent sends only commands.
  const command = message as XmppCommand;
  const answer: Promise<XmppReport | null> = command.kind === "open" ? open(command).then(() => null) : send(command);
  answer.then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
