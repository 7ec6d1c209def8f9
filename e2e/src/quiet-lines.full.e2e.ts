import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiAs, type Caller } from "./api-as.ts";
import { expectLast, join, linesOf, reload } from "./lines-between.ts";
import { bubbles, messageList, say } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { startTalk, type Talk } from "./talk.ts";

describe("quiet lines between the messages", () => {
  let talk: Talk;
  let vlad: Caller;
  let roomId: number;

  beforeAll(async () => {
    talk = await startTalk();
    vlad = await apiAs(talk.product, "vlad");
    roomId = await join(vlad);
    await leave(vlad);
    await say(talk.radu, "Vlad a trecut pe aici");
    await bubbles(talk.ana, "Vlad a trecut pe aici").waitFor();
  });
  afterAll(() => talk.end());

  const leave = (caller: Caller): Promise<unknown> => caller.post(`leave/${roomId}`);

  /** Adds joins of Mia to the log, as if another process had committed them. */
  const addJoins = (count: number): Promise<void> =>
    inDatabase(talk.product, async (client) => {
      await client.query("begin");
      await client.query("select from rooms where id = $1 for update", [roomId]);
      await client.query(
        `insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
         select r.id, r.last_seq + n, 'join', p.id, 5, now()
         from rooms r, participants p, generate_series(1, $2::int) n where r.id = $1 and p.username = 'mia'`,
        [roomId, count],
      );
      await client.query("update rooms set last_seq = last_seq + $2, members_seq = last_seq + $2 where id = $1", [
        roomId,
        count,
      ]);
      await client.query("commit");
    });

  const distanceFromEnd = (page: Page): Promise<number> =>
    messageList(page).evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);

  /** Whether the list has not moved for three frames. */
  const isStill = (page: Page): Promise<boolean> =>
    messageList(page).evaluate(async (list) => {
      const { scrollTop } = list;
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return list.scrollTop === scrollTop;
    });

  test("[MSG-9a] groups several into one line, and 10,000 into one with a count, the same after a reload", async () => {
    const { ana, radu } = talk;
    const [before = ""] = (await linesOf(radu)).slice(-1);
    await addJoins(12);
    for (const page of [ana, radu]) await expectLast(page, "12 intrări");
    await say(ana, "Cine mai vine?");
    await bubbles(radu, "Cine mai vine?").waitFor();
    await addJoins(10_000);
    const many = ["12 intrări", "Cel puțin 1.000 de evenimente"];
    for (const page of [ana, radu]) await expectLast(page, ...many);
    await say(ana, "Destul");
    await bubbles(radu, "Destul").waitFor();
    for (const page of [ana, radu]) {
      await expectLast(page, ...many);
      await reload(page);
      await expectLast(page, before, ...many);
    }
  });

  test("[MSG-9e] a line keeps the end in view, and moves nothing for readers above", async () => {
    const { ana, radu } = talk;
    await expect.poll(() => distanceFromEnd(ana)).toBeLessThanOrEqual(2);
    const box = await messageList(radu).boundingBox();
    if (!box) throw new Error("the list is not on screen");
    await radu.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // A list that was just opened stays at its end until it settles.
    await expect
      .poll(async () => {
        await radu.mouse.wheel(0, -400);
        return await distanceFromEnd(radu);
      })
      .toBeGreaterThan(800);
    await expect.poll(() => isStill(radu)).toBe(true);
    const topOf = (): Promise<number> =>
      messageList(radu).evaluate((list) => {
        const edge = list.getBoundingClientRect().top;
        const tops = [...list.querySelectorAll("article")].map((each) => each.getBoundingClientRect().top);
        return tops.find((top) => top >= edge) ?? NaN;
      });
    const before = await topOf();
    for (const line of ["s-a alăturat", "a ieșit", "s-a alăturat"]) {
      await (line === "a ieșit" ? leave(vlad) : join(vlad));
      await expectLast(ana, `Vlad Georgescu ${line}`);
      await expect.poll(() => distanceFromEnd(ana)).toBeLessThanOrEqual(2);
    }
    expect(await topOf()).toBe(before);
    await radu.getByRole("button", { name: "La ultimul mesaj" }).click();
    await expectLast(radu, "Vlad Georgescu s-a alăturat", "Vlad Georgescu a ieșit", "Vlad Georgescu s-a alăturat");
  });
});
