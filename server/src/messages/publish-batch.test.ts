import { expect, test } from "vitest";
import { EntryBroadcaster } from "../rooms/broadcast-entry.ts";
import { clockAt } from "../testing/clock-at.ts";
import { someUser as author } from "../testing/some-user.ts";
import { createCommitBatch } from "./publish-batch.ts";
import { asWritten } from "./rules.ts";
import type { MessageStore, NewMessage } from "./store.ts";

const send = (roomId: number): NewMessage => ({ roomId, author, text: "salut", clientId: null });

const messages: Pick<MessageStore, "publish"> = {
  publish: (sends, timestamp) =>
    Promise.resolve(
      sends.map(({ roomId, text, clientId }, index) => ({
        status: "fulfilled" as const,
        value: {
          kind: "stored" as const,
          membersSeq: 5,
          message: {
            ...{ id: index + 1, roomId, seq: 1, clientId, text, timestamp, author },
            ...{ ...asWritten, file: null, quote: null },
          },
        },
      })),
    ),
};

test("[ERR-3] a committed send returns as stored even if reading the members for its broadcast failed", async () => {
  const [broadcasts, warnings]: [unknown[], unknown[]] = [[], []];
  const clock = clockAt(() => 0);
  const broadcaster = new EntryBroadcaster({
    rooms: { listAudiences: () => Promise.reject(new Error("Connection terminated unexpectedly")) },
    live: { broadcast: (...event) => void broadcasts.push(event) },
    log: { warn: (...line: unknown[]) => void warnings.push(line) },
    clock,
    epoch: "one",
  });
  const commitBatch = createCommitBatch({
    ...{ messages, broadcaster, clock },
    ...{ measureBatch: () => undefined, noteStored: () => undefined },
  });
  const { results, broadcast } = await commitBatch([1, 2].map(send));
  await broadcast();
  expect(results.map((result) => result.status === "fulfilled" && result.value.kind)).toEqual(["stored", "stored"]);
  expect([broadcasts, warnings.length]).toEqual([[], 1]);
});
