import { beforeEach, describe, expect, test } from "vitest";
import { createActing } from "../testing/acting.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, broadcasts, database, noted, pool } = api;
const { ana, radu, mia, vlad, nou, admin } = people;
const { makeRoom, say, open, act, handOver, sync, everywhere } = createActing(api);
beforeEach(() => void broadcasts.splice(0));

const member = ({ id, name, kind }: (typeof people)["ana"]) => ({ id, name, type: kind });

describe("handing a room over", () => {
  test("[ACT-2f][ACT-2j] the holder gives it to a colleague, in one act with the same event for everybody", async () => {
    const { id, message } = await makeRoom([radu, mia]);
    const held = (await act(radu, id, message, "take-over")).body.action;
    broadcasts.length = 0;
    const { status, body } = await handOver(radu, id, mia.id, "  vrea discuri\r\nși plăcuțe ");
    expect(status).toBe(200);
    expect(body.action).toMatchObject({ agent_id: mia.id, message_id: message.id, deleted: false });
    expect(broadcasts.map(({ data }) => data)).toMatchObject([
      { action: { id: held.id, deleted: true, name: radu.name }, by: member(radu) },
      { action: body.action, by: member(radu) },
      { take_over: { holder: member(mia), from: member(radu), by: member(radu), how: "handed" } },
    ]);
    expect(await sync(ana, id, held.seq + 1)).toEqual(
      broadcasts.map(({ event, data }) => expect.objectContaining({ event, data })),
    );
    for (const { room } of (await everywhere(mia, id, message)).slice(0, 2))
      expect(room).toMatchObject({
        ...{ taken_over_by: member(mia), take_over: body.action },
        handed_over: { by: member(radu), note: "vrea discuri\nși plăcuțe", at: body.action.created_at },
      });
  });

  test("[ACT-2g] no response or event shows the note to others, and the note ends with the take-over", async () => {
    const { id, message } = await makeRoom([radu, mia, vlad, admin]);
    await act(radu, id, message, "take-over");
    const answer = await handOver(radu, id, mia.id, "numai pentru Mia");
    expect(answer.status).toBe(200);
    const others = [ana, radu, vlad, admin];
    const read = await Promise.all(
      others.map(async (person) => [
        await everywhere(person, id, message),
        await sync(person, id, 0),
        (await call(person, "GET", `/api/v1/chat/${id}/message/${message.id}/actions/1`)).body,
      ]),
    );
    expect(JSON.stringify([answer, read, broadcasts, noted])).not.toContain("numai");
    const { rows } = await pool.query("select payload::text as text from room_events where room_id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain("numai");
    expect((await open(mia, id)).handed_over?.note).toBe("numai pentru Mia");
    const newer = await say(ana, id);
    await act(mia, id, newer, "take-over");
    expect(await open(mia, id)).toMatchObject({ taken_over_by: member(mia), handed_over: null });
    expect(
      await database
        .selectFrom("actions")
        .select("id")
        .where("note", "is not", null)
        .where("room_id", "=", id)
        .execute(),
    ).toEqual([]);
  });

  test("[ACT-2f] a colleague outside the room joins by the same act, if the giver may bring people in", async () => {
    const { id, message } = await makeRoom([radu]);
    await act(radu, id, message, "take-over");
    broadcasts.length = 0;
    expect((await handOver(radu, id, vlad.id)).status).toBe(200);
    expect(broadcasts.map(({ data }) => data)).toMatchObject([
      { joined: member(vlad), by: member(radu), members_total: 3 },
      { action: { deleted: true } },
      { action: { deleted: false, agent_id: vlad.id } },
      { take_over: { holder: member(vlad) }, members_total: 3 },
    ]);
    expect(broadcasts.at(-1)?.channels).toContain(`private-user.${vlad.id}`);
    expect((await open(vlad, id)).taken_over_by).toEqual(member(vlad));
    const { rows } = await pool.query("select permissions from roles where name = 'Agent'");
    await pool.query("update roles set permissions = array_remove(permissions, 'rooms.invite') where name = 'Agent'");
    expect((await handOver(vlad, id, mia.id)).status).toBe(422);
    await pool.query("update roles set permissions = $1 where name = 'Agent'", [rows[0]?.permissions]);
  });

  test("[ACT-2f][ROOM-14d] brings in only people who may view rooms, and only while the giver may bring people in", async () => {
    const { id, message } = await makeRoom([radu]);
    await act(radu, id, message, "take-over");
    const change = (role: string, how: string, permission: string) =>
      pool.query(`update roles set permissions = array_${how}(permissions, $1) where name = $2`, [permission, role]);
    await change("Agent", "remove", "rooms.view");
    expect((await handOver(radu, id, vlad.id)).status).toBe(422);
    await change("Agent", "append", "rooms.view");
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select from rooms where id = $1 for update", [id]);
    const answer = handOver(radu, id, vlad.id);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await change("Operator", "remove", "rooms.invite");
    await holder.query("commit");
    holder.release();
    expect((await answer).status).toBe(422);
    await change("Operator", "append", "rooms.invite");
    expect((await handOver(radu, id, vlad.id)).status).toBe(200);
  });

  test("[ACT-2f][ACT-2l] only a colleague who may take over can receive it", async () => {
    const { id, message } = await makeRoom([radu, mia, admin]);
    expect((await handOver(radu, id, mia.id)).status).toBe(409);
    await act(radu, id, message, "take-over");
    for (const to of [ana.id, radu.id, nou.id, 999_999])
      expect(await handOver(radu, id, to)).toMatchObject({ status: 422, body: { errors: { to: expect.anything() } } });
    expect(await handOver(mia, id, mia.id)).toMatchObject({
      ...{ status: 409, body: { code: "already_taken_over", details: { action: { user_id: radu.id } } } },
    });
    expect((await handOver(ana, id, mia.id)).status).toBe(403);
    expect((await handOver(vlad, id, mia.id)).status).toBe(404);
    for (const note of ["x".repeat(501), "a\0b", "\u0007", `e${"\u0301".repeat(9)}`])
      expect(await handOver(radu, id, mia.id, note)).toMatchObject({
        status: 422,
        body: { errors: { note: expect.anything() } },
      });
    expect((await handOver(radu, id, mia.id, "😀".repeat(500))).status).toBe(200);
    // SEC-13b: an invisible note counts as no note.
    expect((await handOver(admin, id, radu.id, " \u200b\u3164")).body.action).toMatchObject({ user_id: radu.id });
    const last = broadcasts.at(-1)?.data;
    expect(last).toMatchObject({
      take_over: { holder: member(radu), from: member(mia), by: member(admin), how: "handed" },
    });
    expect((await open(radu, id)).handed_over).toMatchObject({ by: member(admin), note: "" });
    await database
      .updateTable("participants")
      .set({ disabled_at: new Date("2026-01-01") })
      .where("id", "=", mia.id)
      .execute();
    expect((await handOver(radu, id, mia.id)).status).toBe(422);
    await database.updateTable("participants").set({ disabled_at: null }).where("id", "=", mia.id).execute();
  });

  test("[ACT-2l] repeating it, even with the same note, returns the current state and broadcasts nothing", async () => {
    const { id, message } = await makeRoom([radu, mia, admin]);
    await act(radu, id, message, "take-over");
    const { body } = await handOver(radu, id, mia.id, "vrea discuri");
    broadcasts.length = 0;
    for (const note of ["vrea discuri", undefined])
      expect(await handOver(radu, id, mia.id, note)).toMatchObject({ status: 200, body });
    expect((await handOver(admin, id, mia.id)).status).toBe(200);
    for (const person of [radu, admin])
      expect((await handOver(person, id, mia.id, "și plăcuțe")).body.code).toBe("already_taken_over");
    expect((await handOver(vlad, id, mia.id)).status).toBe(404);
    expect((await handOver(ana, id, mia.id)).status).toBe(403);
    expect(broadcasts).toEqual([]);
    expect((await open(mia, id)).handed_over?.note).toBe("vrea discuri");
  });
});
