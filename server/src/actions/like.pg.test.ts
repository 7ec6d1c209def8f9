import type { ChatMessageAction } from "@cuplaj/protocol/events.ts";
import { describe, expect, test } from "vitest";
import { createActing } from "../testing/acting.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, broadcasts, database, pool } = api;
const { ana, mihai, radu, mia, vlad, admin } = people;
const { makeRoom, say, act, sync, everywhere } = createActing(api);

describe("liking", () => {
  test("[ACT-1][ACT-1d] a like is given and taken back, one event each, the same live and later", async () => {
    const { id, message } = await makeRoom([radu, mia]);
    broadcasts.length = 0;
    const liked = (await act(mia, id, message, "like")).body.action;
    expect(liked).toMatchObject({ action_id: 2, deleted: false, agent_id: mia.id, user_id: null, name: mia.name });
    for (const shown of await everywhere(ana, id, message))
      expect(shown.message).toMatchObject({ messages_actions: [liked], likes_total: 1, updated_seq: liked.seq });
    const removed = (await act(mia, id, message, "like")).body.action;
    expect(removed).toMatchObject({ id: liked.id, deleted: true });
    const by = { id: mia.id, name: mia.name, type: "agent" };
    expect(broadcasts.map(({ event, data }) => [event, data])).toMatchObject([
      ["ChatMessageAction", { action: liked, by, room: { last_seq: liked.seq } }],
      ["ChatMessageAction", { action: removed, by, room: { last_seq: removed.seq } }],
    ]);
    expect(await sync(radu, id, liked.seq - 1)).toEqual(
      broadcasts.map(({ event, data }) => expect.objectContaining({ event, data })),
    );
    for (const shown of await everywhere(ana, id, message))
      expect(shown.message).toMatchObject({ messages_actions: [], likes_total: 0, updated_seq: removed.seq });
  });

  test("[ACT-1] asking for the current state changes nothing, even without an earlier like", async () => {
    const { id, message } = await makeRoom([radu]);
    broadcasts.length = 0;
    const never = (await act(radu, id, message, "like", false)).body;
    expect(never.action).toMatchObject({ deleted: true, seq: 0 });
    expect((await act(radu, id, message, "like", false)).body).toEqual(never);
    expect(broadcasts).toEqual([]);
    const first = (await act(radu, id, message, "like", true)).body;
    expect(first.action.id).toBe(never.action.id);
    expect((await act(radu, id, message, "like", true)).body).toEqual(first);
    expect(broadcasts).toHaveLength(1);
  });

  test("[ACT-1e] concurrent toggles of several devices end in the last stored one, with the right count everywhere", async () => {
    const { id, message } = await makeRoom([radu, mia]);
    broadcasts.length = 0;
    const wishes = Array.from({ length: 40 }, (_, n) => ({ person: n % 2 === 0 ? radu : mia, state: n % 3 !== 0 }));
    await Promise.all(wishes.map(({ person, state }) => act(person, id, message, "like", state)));
    await Promise.all(Array.from({ length: 7 }, () => act(radu, id, message, "like")));
    const given = broadcasts.map(({ data }) => data as ChatMessageAction).filter(({ by }) => by.id === radu.id);
    const last = given.at(-1)?.action;
    const isLiked = last?.deleted === false;
    expect((await act(radu, id, message, "like", isLiked)).body.action).toEqual(last);
    const answers = (await everywhere(ana, id, message)).map((shown) => shown.message);
    for (const answer of answers) {
      expect(answer).toEqual({ ...answers[2], unread: answer?.unread });
      expect(answer?.likes_total).toBe(answer?.messages_actions.length);
    }
    expect(answers[0]?.messages_actions.some(({ user_id: userId }) => userId === radu.id)).toBe(isLiked);
  });

  test("[ACT-1d] names follow a rename, also in earlier events", async () => {
    const { id, message } = await makeRoom([vlad]);
    await act(vlad, id, message, "like");
    await act(vlad, id, message, "take-over");
    await database.updateTable("participants").set({ name: "Vlad Nou" }).where("id", "=", vlad.id).execute();
    for (const shown of await everywhere(ana, id, message))
      expect(shown.message?.messages_actions.map(({ name }) => name)).toEqual(["Vlad Nou", "Vlad Nou"]);
    const events = await sync(ana, id, message.seq);
    expect(events.map(({ data }) => data)).toMatchObject([
      { action: { name: "Vlad Nou" }, by: { name: "Vlad Nou" } },
      { action: { name: "Vlad Nou" } },
      { take_over: { holder: { name: "Vlad Nou" } } },
    ]);
    const { rows } = await pool.query("select payload::text as text from room_events where room_id = $1", [id]);
    expect(rows.some(({ text }) => String(text).includes("Vlad"))).toBe(false);
  });
});

describe("who may act on what", () => {
  test("[ACT-1c] visitors, customers who take over, and people without the permission get 403", async () => {
    const { id, message } = await makeRoom([mia]);
    for (const what of ["like", "take-over"] as const) {
      expect((await act(null, id, message, what)).status).toBe(401);
      expect((await act(radu, id, message, what)).status).toBe(403);
      expect((await act(mihai, id, message, what)).status).toBe(404);
      expect((await act(vlad, id, message, what)).status).toBe(404);
    }
    expect((await act(ana, id, message, "take-over")).status).toBe(403);
    const without = ["rooms.view", "rooms.join", "messages.publish"];
    await database.insertInto("roles").values({ name: "Silent", permissions: without }).execute();
    await database
      .updateTable("participant_roles")
      .set({ role: "Silent" })
      .where("participant_id", "=", mia.id)
      .execute();
    for (const what of ["like", "take-over"] as const) expect((await act(mia, id, message, what)).status).toBe(403);
    await database
      .updateTable("participant_roles")
      .set({ role: "Agent" })
      .where("participant_id", "=", mia.id)
      .execute();
  });

  test("[ACT-1b] messages of other rooms, wrong author kinds and unknown actions are refused; staff messages cannot be taken over", async () => {
    const [here, there] = [await makeRoom([mia, admin]), await makeRoom([mia])];
    const staffs = await say(mia, here.id);
    for (const what of ["like", "take-over"] as const) {
      expect((await act(mia, here.id, there.message, what)).status).toBe(404);
      expect((await act(mia, here.id, { id: 999_999_999 }, what)).status).toBe(404);
      expect((await act(admin, here.id, { id: staffs.id }, what)).status).toBe(404);
    }
    expect((await act(admin, here.id, staffs, "take-over")).status).toBe(403);
    expect((await act(admin, here.id, staffs, "like")).body.action).toMatchObject({ message_type: "agents-message" });
    const path = `/api/v1/chat/${here.id}/action/${here.message.id}`;
    for (const rest of ["3/customer", "01/customer", "2/agent-message"])
      expect((await call(mia, "POST", `${path}/${rest}`)).status).toBe(422);
    expect((await act(mia, `oferta.${here.offer}`, here.message, "like")).status).toBe(200);
  });
});
