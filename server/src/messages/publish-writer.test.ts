import { describe, expect, test } from "vitest";
import { createRoomQueue } from "../rooms/room-queue.ts";
import { DatabaseHangs } from "../storage/database-away.ts";
import { someUser as author } from "../testing/some-user.ts";
import { PublishWriter } from "./publish-writer.ts";
import { asWritten } from "./rules.ts";
import type { NewMessage, Publication } from "./store.ts";

const send = (roomId: number, text: string): NewMessage => ({ roomId, author, text, clientId: null });
const endOfTick = () => new Promise((resolve) => setImmediate(resolve));

/** Starts a writer whose commits and broadcasts finish when the test lets them. */
function start(publishQueueMax = 100) {
  const queue = createRoomQueue();
  const batches: {
    texts: string[];
    commit: () => void;
    finish: (failing?: string) => void;
    lose: (...reasons: readonly Error[]) => void;
  }[] = [];
  const writer = new PublishWriter({
    queue,
    publishQueueMax,
    inTime: (work) => work,
    commitBatch: (sends) =>
      new Promise((resolve) => {
        const broadcasting = Promise.withResolvers<void>();
        const result = ({ text, roomId }: NewMessage, failing?: string): PromiseSettledResult<Publication> => {
          if (text === failing) return { status: "rejected", reason: new Error(text) };
          const unchanged = { ...asWritten, file: null, quote: null };
          const message = { id: 1, roomId, seq: 1, clientId: null, text, timestamp: "", author, ...unchanged };
          return { status: "fulfilled", value: { kind: "stored", message, membersSeq: 1 } };
        };
        const settle = (results: readonly PromiseSettledResult<Publication>[]): void =>
          resolve({ results, broadcast: () => broadcasting.promise });
        const finish = (failing?: string): void => {
          settle(sends.map((each) => result(each, failing)));
          broadcasting.resolve();
        };
        batches.push({
          texts: sends.map(({ text }) => text),
          commit: () => settle(sends.map((each) => result(each))),
          finish,
          lose: (...reasons) => {
            settle(sends.map((_, index) => ({ status: "rejected", reason: reasons[index] ?? new DatabaseHangs() })));
            broadcasting.resolve();
          },
        });
      }),
  });
  const textOf = async (publishing: Promise<Publication> | null) => {
    const publication = await publishing;
    return publication?.kind === "stored" ? publication.message.text : publication;
  };
  return { queue, writer, batches, textOf, texts: () => batches.map((batch) => batch.texts) };
}

describe("the publish writer", () => {
  test("[WRITE-1] a single send is committed in the same tick, also while another is being committed", async () => {
    const { writer, batches, texts, textOf } = start();
    const first = writer.publish(send(1, "a"));
    await endOfTick();
    void writer.publish(send(2, "b"));
    await endOfTick();
    expect(texts()).toEqual([["a"], ["b"]]);
    batches[0]?.finish();
    expect(await textOf(first)).toBe("a");
  });

  test("[WRITE-1] sends that arrive during two commits form the next batch, in order of arrival", async () => {
    const { writer, batches, texts } = start();
    for (const [room, text] of [
      [1, "a"],
      [2, "b"],
      [1, "c"],
      [3, "d"],
      [1, "e"],
      [4, "f"],
    ] as const) {
      void writer.publish(send(room, text));
      await endOfTick();
    }
    expect(texts()).toEqual([["a"], ["b"]]);
    batches[0]?.finish();
    await endOfTick();
    expect(texts().slice(2)).toEqual([["d", "f"]]);
    batches[1]?.finish();
    await endOfTick();
    expect(texts().slice(3)).toEqual([["c", "e"]]);
  });

  test("[WRITE-1] a smaller batch waits for a larger one until it is as large", async () => {
    const { writer, batches, texts } = start();
    for (const room of [1, 2, 3]) void writer.publish(send(room, "early"));
    await endOfTick();
    void writer.publish(send(4, "a"));
    await endOfTick();
    expect(texts()).toHaveLength(1);
    for (const text of ["b", "c"]) void writer.publish(send(4, text));
    await endOfTick();
    expect(texts()[1]).toEqual(["a", "b", "c"]);
    void writer.publish(send(5, "late"));
    batches[0]?.finish();
    await endOfTick();
    expect(texts()).toHaveLength(2);
    batches[1]?.finish();
    await endOfTick();
    expect(texts()[2]).toEqual(["late"]);
  });

  test("[WRITE-1] the next batch is committed while one is broadcast; rooms of the earlier batch wait for its broadcast", async () => {
    const { writer, batches, texts } = start();
    for (const room of [1, 2, 3]) void writer.publish(send(room, "early"));
    await endOfTick();
    for (const room of [3, 4]) void writer.publish(send(room, `late in ${room}`));
    await endOfTick();
    batches[0]?.commit();
    await endOfTick();
    expect(texts().slice(1)).toEqual([["late in 4"]]);
    batches[0]?.finish();
    batches[1]?.finish();
    await endOfTick();
    await endOfTick();
    expect(texts().slice(2)).toEqual([["late in 3"]]);
  });

  test("[ERR-5] waiting sends are refused with the first batch that finds the database down", async () => {
    const { queue, writer, batches, texts } = start(5);
    const sends = [send(1, "a"), send(2, "b"), send(1, "waits for its room"), send(3, "waits for a commit")];
    const publishing: (Promise<unknown> | null)[] = [];
    for (const each of sends) {
      publishing.push(writer.publish(each));
      await endOfTick();
    }
    const reading = queue.run(1, () => Promise.resolve("read"));
    expect(texts()).toEqual([["a"], ["b"]]);
    batches[0]?.lose();
    for (const index of [0, 2, 3]) await expect(publishing[index]).rejects.toThrow(DatabaseHangs);
    await expect(reading).rejects.toThrow(DatabaseHangs);
    expect(texts()).toHaveLength(2);
    batches[1]?.finish();
    await publishing[1];
    // The count of waiting sends is back at zero: a full queue is accepted again and committed.
    const again = [...sends, send(4, "one more")];
    expect(again.map((each) => writer.publish(each))).not.toContain(null);
    await endOfTick();
    expect(texts()[2]?.toSorted()).toEqual(again.map(({ text }) => text).toSorted());
  });

  test("[ERR-5] a send into a locked room does not mask that the database was down for the others", async () => {
    const { writer, batches, texts } = start();
    const publishing = [send(1, "held"), send(2, "away")].map((each) => writer.publish(each));
    await endOfTick();
    const waiting = [send(2, "waits for its room"), send(1, "waits for the held one")].map((each) =>
      writer.publish(each),
    );
    await endOfTick();
    batches[0]?.lose(Object.assign(new Error("held"), { code: "55P03" }));
    await expect(publishing[0]).rejects.toThrow("held");
    for (const each of [publishing[1], ...waiting]) await expect(each).rejects.toThrow(DatabaseHangs);
    expect(texts()).toHaveLength(1);
  });

  test("[MSG-5] a room's sends wait for other changes of that room, in order of arrival", async () => {
    const { queue, writer, texts } = start();
    const joining = Promise.withResolvers<void>();
    void queue.run(1, () => joining.promise);
    void writer.publish(send(1, "a"));
    void writer.publish(send(1, "b"));
    void writer.publish(send(2, "c"));
    await endOfTick();
    expect(texts()).toEqual([["c"]]);
    joining.resolve();
    await endOfTick();
    await endOfTick();
    expect(texts()).toEqual([["c"], ["a", "b"]]);
  });

  test("[MSG-5a] a change after a send waits until that send is broadcast", async () => {
    const { queue, writer, batches } = start();
    void writer.publish(send(1, "a"));
    await endOfTick();
    let hasRun = false;
    const reading = queue.run(1, () => Promise.resolve((hasRun = true)));
    await endOfTick();
    expect(hasRun).toBe(false);
    batches[0]?.finish();
    await reading;
  });

  test("[WRITE-1] only the failed send is rejected", async () => {
    const { writer, batches, textOf } = start();
    const [good, bad] = [writer.publish(send(1, "a")), writer.publish(send(1, "b"))];
    await endOfTick();
    batches[0]?.finish("b");
    await expect(bad).rejects.toThrow("b");
    expect(await textOf(good)).toBe("a");
  });

  test("[WRITE-3] a full queue refuses sends immediately, and accepts new ones as others finish", async () => {
    const { writer, batches, textOf } = start(2);
    const first = writer.publish(send(1, "a"));
    void writer.publish(send(1, "b"));
    expect(writer.publish(send(2, "c"))).toBeNull();
    await endOfTick();
    expect(writer.publish(send(2, "c"))).toBeNull();
    batches[0]?.finish();
    await textOf(first);
    const later = writer.publish(send(2, "c"));
    await endOfTick();
    batches[1]?.finish();
    expect(await textOf(later)).toBe("c");
  });

  test("[WRITE-1] a batch takes at most 500 sends; the rest of a room's sends follow in the next, in order", async () => {
    const { writer, batches, texts } = start(2000);
    const numbers = Array.from({ length: 700 }, (_, number) => String(number));
    for (const text of numbers) void writer.publish(send(1, text));
    void writer.publish(send(2, "other"));
    await endOfTick();
    expect(texts().map(({ length }) => length)).toEqual([500]);
    batches[0]?.finish();
    batches[1]?.finish();
    await endOfTick();
    await endOfTick();
    expect(texts().flat()).toEqual([...numbers.slice(0, 500), "other", ...numbers.slice(500)]);
  });
});
