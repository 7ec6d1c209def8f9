import { HttpSender } from "../durable-sends/http-sender.ts";
import { quantile } from "../durable-sends/quantile.ts";
import { monotonicMs } from "../loader/loader-messages.ts";
import { offerOf, programToken, type StoreCommand, type StoreReport } from "./offer-plan.ts";

// Stores offers from its own process, so that its CPU time does not count as the server's. Each connection creates an offer, then changes it.

async function run({ port, atOnce, seconds, firstOffer }: StoreCommand): Promise<StoreReport> {
  const senders = await Promise.all(Array.from({ length: atOnce }, () => HttpSender.open(port)));
  const timesMs: number[] = [];
  let offer = firstOffer;
  const startedAt = monotonicMs();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    senders.map(async (sender) => {
      while (monotonicMs() < endsAt) {
        offer += 1;
        const mine = offer;
        for (const version of [1, 2] as const) timesMs.push(await store(sender, mine, version));
      }
    }),
  );
  const tookSeconds = (monotonicMs() - startedAt) / 1000;
  for (const sender of senders) sender.close();
  return {
    stored: timesMs.length,
    seconds: tookSeconds,
    p50Ms: quantile(timesMs, 0.5),
    p99Ms: quantile(timesMs, 0.99),
  };
}

async function store(sender: HttpSender, offer: number, version: 1 | 2): Promise<number> {
  const body = JSON.stringify(offerOf(offer, version));
  const startedAt = monotonicMs();
  const { status, body: answer } = await sender.send(
    `PUT /api/v1/erp/offers/${offer} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${programToken}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  if (status !== (version === 1 ? 201 : 200)) throw new Error(`an offer was answered ${status}: ${answer.toString()}`);
  return monotonicMs() - startedAt;
}

process.on("message", (command) => {
  // The cast is safe, since the parent sends only commands.
  run(command as StoreCommand).then(
    (report) => process.send?.({ report }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
