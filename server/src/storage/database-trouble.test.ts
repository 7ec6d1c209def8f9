import { describe, expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { isDatabaseAway, markOfDatabase } from "./database-away.ts";
import { createDatabaseTrouble } from "./database-trouble.ts";

const failure = (code: string): Error => Object.assign(new Error("failed"), { code });
const away = "the database is away";
const full = "the database disk is full: nothing can be written";
const over = "the database accepts writes again";

function start() {
  const clock = new FakeClock();
  const lines: (readonly [string, number | undefined])[] = [];
  const asked: string[] = [];
  const write = ({ requests }: { requests?: number }, words: string): void => void lines.push([words, requests]);
  const state = { isThere: false };
  const trouble = createDatabaseTrouble({
    async probe(kind) {
      asked.push(kind);
      if (!state.isThere) throw failure("ECONNREFUSED");
    },
    clock,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only one of pino's overloads is used
    log: { info: write, warn: write } as unknown as Parameters<typeof createDatabaseTrouble>[0]["log"],
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { clock, lines, asked, trouble, pass, state };
}

describe("log lines of database trouble", () => {
  test.each([
    ["ECONNREFUSED", away],
    ["53100", full],
  ])("[ERR-5b] %s: one line when it begins, one every 30 s with a count, one when it is over", async (code, words) => {
    const { lines, trouble, pass, state, clock } = start();
    for (let second = 0; second < 85; second += 1) {
      for (let n = 0; n < 10; n += 1) trouble.note(failure(code));
      await pass(1);
    }
    expect(lines).toEqual([
      [words, 1],
      [words, 299],
      [words, 300],
    ]);
    state.isThere = true;
    await pass(1);
    expect(lines.slice(3)).toEqual([[over, 250]]);
    expect(clock.timerCount).toBe(0);
  });

  test("[ERR-5b] recurring trouble is logged at most every 30 s", async () => {
    const { lines, trouble, pass, state } = start();
    state.isThere = true;
    for (let n = 0; n < 100; n += 1) {
      trouble.note(failure("55P03"));
      await pass(2);
    }
    expect(lines.filter(([words]) => words === away)).toHaveLength(7);
    expect(lines.length).toBeLessThan(15);
  });

  test("[RUN-8a] a database with a full disk takes no writes until a probe finds room", async () => {
    const { asked, trouble, pass, state } = start();
    trouble.note(failure("ECONNREFUSED"));
    expect(trouble.takesWrites()).toBe(true);
    trouble.note(failure("53100"));
    expect(trouble.takesWrites()).toBe(false);
    await pass(2);
    expect(trouble.takesWrites()).toBe(false);
    state.isThere = true;
    await pass(1);
    expect([trouble.takesWrites(), asked]).toEqual([true, ["full", "full", "full"]]);
  });
});

test.each(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNREFUSED"])(
  "[ERR-5] %s means that the database is down only if it came from the database",
  (code) => {
    const [own, foreign] = [failure(code), failure(code)];
    markOfDatabase(new AggregateError([own]));
    expect([isDatabaseAway(own), isDatabaseAway(foreign)]).toEqual([true, false]);
  },
);

describe("a call that waits while the database is in trouble", () => {
  const endless = () => new Promise<never>(() => undefined);

  test("[ERR-5] fails after 4.5 s if any statement went unanswered since it began", async () => {
    const { trouble, clock } = start();
    const call = trouble.inTime(endless());
    clock.advance(4499);
    trouble.note(new Error("Query read timeout"));
    const later = trouble.inTime(endless());
    let isOver = false;
    void call.catch(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    clock.advance(1);
    await expect(call).rejects.toSatisfy(isDatabaseAway);
    clock.advance(4500);
    await expect(later).rejects.toSatisfy(isDatabaseAway);
    trouble.stop();
  });

  test("[ERR-5] does not end other calls when it ends", async () => {
    const { trouble, clock } = start();
    const call = trouble.inTime(endless());
    trouble.note(new Error("Query read timeout"));
    clock.advance(1000);
    const work = Promise.withResolvers<string>();
    const later = trouble.inTime(work.promise);
    clock.advance(3500);
    trouble.note(await call.catch((error: unknown) => error));
    clock.advance(10_000);
    work.resolve("done");
    expect(await later).toBe("done");
    trouble.stop();
  });

  test("[ERR-5] takes as long as needed if only a row was locked, or nothing is wrong", async () => {
    const { trouble, clock } = start();
    trouble.note(new Error("Query read timeout"));
    clock.advance(1);
    const work = Promise.withResolvers<string>();
    const call = trouble.inTime(work.promise);
    trouble.note(failure("55P03"));
    for (let second = 0; second < 60; second += 1) clock.advance(1000);
    work.resolve("done");
    expect(await call).toBe("done");
    trouble.stop();
    expect(clock.timerCount).toBe(0);
  });
});
