import { beforeEach, describe, expect, test } from "vitest";
import { createActing } from "../testing/acting.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, broadcasts } = api;
const { ana, radu, mia, admin } = people;
const { addAgents, makeRoom, say, open, act, sync, everywhere } = createActing(api);
beforeEach(() => void broadcasts.splice(0));

const member = ({ id, name, kind }: (typeof people)["ana"]) => ({ id, name, type: kind });
const eventsOf = () => broadcasts.map(({ event, data }) => expect.objectContaining({ event, data }));

describe("taking a room over", () => {
  test("[ACT-2][ACT-2j] a staff member holds it by a customer's message, with one event and one line, in every response", async () => {
    const { id, message } = await makeRoom([radu, mia]);
    broadcasts.length = 0;
    const { status, body } = await act(radu, id, message, "take-over");
    expect(status).toBe(200);
    expect(body.action).toMatchObject({
      ...{ action_id: 1, deleted: false, message_id: message.id, message_seq: message.seq, room_id: id },
      ...{ customer_id: null, user_id: radu.id, agent_id: null, name: radu.name, message_type: "customers-message" },
    });
    const [given, line] = broadcasts;
    const { seq } = body.action;
    expect(given).toMatchObject({
      event: "ChatMessageAction",
      data: { action: body.action, by: member(radu), room: { last_seq: seq } },
    });
    const change = { holder: member(radu), from: null, by: member(radu), how: "taken" };
    expect(line).toMatchObject({
      event: "RoomUpdated",
      data: { take_over: change, members_total: 3, room: { last_seq: seq + 1 } },
    });
    expect(await sync(ana, id, message.seq)).toEqual(eventsOf());
    const shown = await everywhere(mia, id, message);
    for (const one of shown) expect(one.message).toMatchObject({ messages_actions: [body.action], likes_total: 0 });
    for (const { room } of shown.slice(0, 2))
      expect(room).toMatchObject({ taken_over_by: member(radu), take_over: body.action, handed_over: null });
    const page = (await call(mia, "GET", `/api/v1/chat/${id}/1`)).body.data;
    expect(page.events.at(-1)).toMatchObject({ event: "RoomUpdated", data: line?.data });
  });

  test("[ACT-2] of 20 concurrent takers one holds it, 19 get 409 with that action, and all see the same", async () => {
    const { id, offer, message } = await makeRoom([]);
    const staff = await addAgents(offer, 20);
    broadcasts.length = 0;
    const answers = await Promise.all(staff.map((person) => act(person, id, message, "take-over", true)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    const { action } = taken[0]?.body ?? {};
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(19);
    for (const { body } of refused) expect(body).toMatchObject({ code: "already_taken_over", details: { action } });
    expect(broadcasts.map(({ event }) => event)).toEqual(["ChatMessageAction", "RoomUpdated"]);
    for (const person of [ana, ...staff]) {
      expect(await sync(person, id, message.seq + 20)).toEqual(eventsOf());
      const shown = await everywhere(person, id, message);
      expect(shown.map((one) => one.message?.messages_actions)).toEqual([[action], [action], [action], [action]]);
      expect(shown.map(({ room }) => room?.take_over)).toEqual([action, action, undefined, undefined]);
    }
  });

  test("[ACT-1] a repetition with `state` changes nothing, and returns the same action", async () => {
    const { id, message } = await makeRoom([radu]);
    const first = await act(radu, id, message, "take-over", true);
    broadcasts.length = 0;
    expect((await act(radu, id, message, "take-over", true)).body).toEqual(first.body);
    const released = await act(radu, id, message, "take-over", false);
    expect(released.body.action).toMatchObject({ id: first.body.action.id, deleted: true });
    broadcasts.length = 0;
    expect((await act(radu, id, message, "take-over", false)).body).toEqual(released.body);
    expect(broadcasts).toEqual([]);
  });

  test("[ACT-2b] the holder moves it to a newer message without a line, and never to an older one", async () => {
    const { id, message } = await makeRoom([radu]);
    const newer = await say(ana, id, "și încă ceva");
    const first = (await act(radu, id, message, "take-over")).body.action;
    broadcasts.length = 0;
    const moved = (await act(radu, id, newer, "take-over")).body.action;
    expect(moved).toMatchObject({ message_id: newer.id, deleted: false });
    expect(broadcasts.map(({ data }) => data)).toMatchObject([
      { action: { id: first.id, deleted: true } },
      { action: { id: moved.id, deleted: false } },
    ]);
    broadcasts.length = 0;
    for (const state of [undefined, true])
      expect((await act(radu, id, message, "take-over", state)).body.action).toEqual(moved);
    expect(broadcasts).toEqual([]);
    expect((await open(ana, id)).take_over).toEqual(moved);
    for (const [of, actions] of [
      [message, []],
      [newer, [moved]],
    ] as const)
      for (const shown of await everywhere(ana, id, of))
        if (shown.message !== undefined) expect(shown.message.messages_actions).toEqual(actions);
  });

  test("[ACT-2b] the holder releases it, nobody else does, and it can be taken again", async () => {
    const { id, message } = await makeRoom([radu, mia, admin]);
    const held = (await act(radu, id, message, "take-over")).body.action;
    for (const other of [mia, admin]) expect((await act(other, id, message, "take-over", false)).status).toBe(403);
    broadcasts.length = 0;
    const released = (await act(radu, id, message, "take-over")).body.action;
    expect(released).toMatchObject({ id: held.id, deleted: true });
    const change = { holder: null, from: member(radu), by: member(radu), how: "released" };
    expect(broadcasts.at(-1)?.data).toMatchObject({ take_over: change });
    expect(await open(mia, id)).toMatchObject({ taken_over_by: null, take_over: null });
    expect((await act(mia, id, message, "take-over")).body.action).toMatchObject({ agent_id: mia.id, user_id: null });
    expect((await act(radu, id, message, "take-over", false)).body.action).toEqual(released);
  });

  test("[ACT-2b] a holder of `Admin` takes it from another, by a message of their choice", async () => {
    const { id, message } = await makeRoom([radu, admin]);
    const newer = await say(ana, id);
    const held = (await act(radu, id, newer, "take-over")).body.action;
    broadcasts.length = 0;
    const taken = (await act(admin, id, message, "take-over", true)).body.action;
    expect(broadcasts.map(({ data }) => data)).toMatchObject([
      { action: { id: held.id, deleted: true, user_id: radu.id, name: radu.name }, by: member(admin) },
      { action: { id: taken.id, deleted: false, user_id: admin.id }, by: member(admin) },
      { take_over: { holder: member(admin), from: member(radu), by: member(admin), how: "taken" } },
    ]);
    expect(await sync(radu, id, newer.seq + 2)).toEqual(eventsOf());
    expect((await act(radu, id, message, "take-over", true)).body.details.action).toEqual(taken);
  });
});
