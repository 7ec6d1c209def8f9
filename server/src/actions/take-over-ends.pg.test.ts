import { describe, expect, test } from "vitest";
import { takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import { userChannel } from "@cuplaj/protocol/channels.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { someStatementWaits } from "../testing/some-statement-waits.ts";
import { createActing } from "../testing/acting.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createActionStore } from "./store.pg.ts";

const api = await startTestApi();
const { people, call, broadcasts, database, pool } = api;
const { ana, radu, mia, vlad } = people;
const { addAgents, makeRoom, open, act, handOver, sync } = createActing(api);
const accounts = createAccountStore(pool);

const holderOf = async (room: number) =>
  (await database.selectFrom("rooms").select("holder_id").where("id", "=", room).executeTakeFirstOrThrow()).holder_id;

describe("leaving a room", () => {
  test("[ACT-2e] ends the person's take-over before the leave, the last event they get", async () => {
    const { id, message } = await makeRoom([radu, mia]);
    const held = (await act(radu, id, message, "take-over")).body.action;
    broadcasts.length = 0;
    await call(radu, "POST", `/api/v1/leave/${id}`);
    const by = { id: radu.id, name: radu.name, type: "erp" };
    expect(broadcasts.map(({ data }) => data)).toMatchObject([
      { action: { id: held.id, deleted: true }, by },
      { take_over: { holder: null, from: by, by, how: "left" }, members_total: 3 },
      { left: by, members_total: 2 },
    ]);
    for (const { channels } of broadcasts) expect(channels).toContain(userChannel(radu.id));
    const events = await sync(ana, id, held.seq + 1);
    expect(events).toEqual(broadcasts.map(({ event, data }) => expect.objectContaining({ event, data })));
    expect(await open(mia, id)).toMatchObject({ taken_over_by: null, take_over: null, last_seq: events.at(-1)?.seq });
    broadcasts.length = 0;
    await act(mia, id, message, "take-over");
    for (const { channels } of broadcasts) expect(channels).not.toContain(userChannel(radu.id));
  });

  test("[ACT-2e] races with a take-over of the same person in either order, and nobody who left holds the room", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, message } = await makeRoom([vlad]);
      const [taken] = await Promise.all([
        act(vlad, id, message, "take-over", true),
        call(vlad, "POST", `/api/v1/leave/${id}`),
      ]);
      expect([200, 403, 404]).toContain(taken.status);
      expect(await holderOf(id)).toBeNull();
    }
  });
});

describe("disabling a person", () => {
  test("[ACT-2e] ends all their take-overs, a room at a time, and logs it in each room", async () => {
    const rooms = [await makeRoom([mia]), await makeRoom([mia]), await makeRoom([mia])];
    for (const { id, message } of rooms) await act(mia, id, message, "take-over");
    expect(await accounts.disable(mia.username)).toBe(true);
    const by = { id: mia.id, name: mia.name, type: "agent" };
    for (const { id, message } of rooms) {
      expect(await open(ana, id)).toMatchObject({ taken_over_by: null, take_over: null });
      expect((await sync(ana, id, message.seq)).map(({ data }) => data).slice(-2)).toMatchObject([
        { action: { deleted: true, agent_id: mia.id }, by },
        { take_over: { holder: null, from: by, by, how: "disabled" } },
      ]);
    }
    // A disabled person's next call finds no session, and the database refuses calls that were admitted before.
    expect((await act(mia, rooms[0]?.id ?? 0, { id: 1 }, "take-over")).status).toBe(401);
  });

  test("[ACT-2e] races with their take-over in either order, and no disabled person holds a room", async () => {
    const { id, offer, message } = await makeRoom([]);
    const outcomes = new Set<number>();
    for (const agent of await addAgents(offer, 20)) {
      const [taken] = await Promise.all([act(agent, id, message, "take-over", true), accounts.disableAll([agent.id])]);
      outcomes.add(taken.status);
      expect(await holderOf(id)).toBeNull();
    }
    expect(outcomes).toContain(401);
  });

  test("[ACT-2e] waits for a take-over that is not committed yet, and ends it", async () => {
    const { id, offer, message } = await makeRoom([]);
    const [agent] = await addAgents(offer, 1);
    const client = await pool.connect();
    await client.query("begin");
    const taken = { roomId: id, messageId: message.id, authorType: "customer", actionId: takeOverAction } as const;
    const wish = {
      participantId: agent?.id ?? 0,
      wished: true,
      mayTakeFromOthers: false,
      now: "now",
    };
    const take = { ...taken, ...wish };
    expect(await createActionStore(client).act(take)).toMatchObject({ outcome: "done" });
    const disabled = accounts.disableAll([agent?.id ?? 0]);
    await someStatementWaits(pool);
    await client.query("commit");
    client.release();
    await disabled;
    expect(await holderOf(id)).toBeNull();
    expect(await createActionStore(pool).act(take)).toEqual({ outcome: "disabled", entries: [] });
  });

  test("[ACT-2e][ACT-2l] a hand-over that waits for it fails", async () => {
    const { id, offer, message } = await makeRoom([radu]);
    const [agent] = await addAgents(offer, 1);
    await act(radu, id, message, "take-over");
    const client = await pool.connect();
    await client.query("begin");
    await client.query("update participants set disabled_at = now() where id = $1", [agent?.id]);
    const handed = handOver(radu, id, agent?.id ?? 0);
    await someStatementWaits(pool);
    await client.query("commit");
    client.release();
    expect((await handed).status).toBe(422);
    expect(await holderOf(id)).toBe(radu.id);
  });
});
