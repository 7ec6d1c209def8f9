import type { ListedMember } from "@cuplaj/protocol/participant.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const api = await startTestApi();
const { people, call, broadcasts, database, pool, revoked } = api;
const { ana, mihai, radu, mia, vlad, nou, admin } = people;

const member = ({ id, name, kind }: Person) => ({ id, name, type: kind });
let offers = 61_000;
async function makeRoom(...staff: readonly Person[]): Promise<number> {
  offers += 1;
  await addOffer(database, offers, ana.id);
  let id = 0;
  for (const person of [ana, ...staff])
    id = (await call(person, "POST", "/api/v1/join", { type: 1, channel: offers })).body.chat.id;
  broadcasts.length = 0;
  return id;
}
const add = (by: Person, room: number, { id, kind }: Pick<Person, "id" | "kind">) =>
  call(by, "POST", `/api/v1/chat/${room}/members`, { user_id: id, type: kind });
const remove = (by: Person, room: number, { id }: Pick<Person, "id">) =>
  call(by, "DELETE", `/api/v1/chat/${room}/members/${id}`);
/** Returns the ids of members whom this person may remove, according to the member list (ROOM-14e). */
async function putOutBy(by: Person, room: number): Promise<readonly number[]> {
  const { members } = (await call(by, "GET", `/api/v1/chat/${room}/members/1`)).body;
  return (members as readonly ListedMember[]).filter((one) => one.may_put_out).map(({ id }) => id);
}
const seenBy = async (person: Person, room: number) => (await call(person, "GET", `/api/v1/chat/${room}`)).status;
beforeEach(() => {
  revoked.length = 0;
});

describe("adding a member", () => {
  test("[ROOM-14][ROOM-14d] a colleague who is added sees the room at once, and everybody learns who brought them in", async () => {
    const room = await makeRoom(radu);
    await call(ana, "POST", `/api/v1/publish/${room}`, { message: "salut" });
    broadcasts.length = 0;
    const { status, body } = await add(radu, room, vlad);
    expect([status, body.chat.members_total]).toEqual([200, 3]);
    expect(broadcasts).toMatchObject([
      { event: "RoomUpdated", data: { joined: member(vlad), by: member(radu), members_total: 3 } },
    ]);
    expect(broadcasts[0]?.channels).toContain(`private-user.${vlad.id}`);
    const [seen] = (await call(vlad, "GET", `/api/v1/chat/${room}`)).body.chats;
    expect([seen.unread_count, seen.messages.length]).toEqual([1, 1]);
    const { rooms } = (await call(ana, "POST", "/api/v1/sync", { cursors: { [room]: seen.last_seq - 1 } })).body;
    expect(rooms[0].events[0].data).toEqual(broadcasts[0]?.data);
    const { data } = (await call(ana, "GET", `/api/v1/chat/${room}/1`)).body;
    expect(data.events.at(-1).data).toEqual(broadcasts[0]?.data);
  });

  test("[ROOM-14d] an existing member gets 200, and nothing is announced", async () => {
    const room = await makeRoom(radu, mia);
    for (const person of [mia, ana, radu]) expect((await add(radu, room, person)).status).toBe(200);
    expect(broadcasts).toEqual([]);
  });

  test("[ROOM-14] the offer's former customer can be brought back, with messages since then unread", async () => {
    const room = await makeRoom(radu);
    await call(ana, "POST", `/api/v1/leave/${room}`);
    await call(radu, "POST", `/api/v1/publish/${room}`, { message: "Mai sunteți?" });
    const customer = async () => (await call(radu, "GET", `/api/v1/chat/${room}`)).body.chats[0].customer;
    expect(await customer()).toEqual({ ...member(ana), is_member: false, can_sign_in: true });
    expect((await add(radu, room, ana)).body.chat.customer.is_member).toBe(true);
    expect((await call(ana, "GET", `/api/v1/chat/${room}`)).body.chats[0].unread_count).toBe(1);
  });

  test("[ROOM-14] requires the permission, and a person who may be brought into the room", async () => {
    const room = await makeRoom(radu, mia);
    const statusOf = async (by: Person, whom: Pick<Person, "id" | "kind">) => (await add(by, room, whom)).status;
    expect(await statusOf(ana, vlad)).toBe(403);
    expect(await statusOf(admin, vlad)).toBe(403);
    const hidden = await add(mihai, room, vlad);
    const absent = await add(mihai, 987_654, vlad);
    expect([hidden.status, { ...hidden.body, request_id: "" }]).toEqual([404, { ...absent.body, request_id: "" }]);
    // People outside the room are only known to staff who may look up everybody.
    expect([await statusOf(radu, mihai), await statusOf(mia, mihai)]).toEqual([403, 404]);
    expect(await statusOf(radu, { id: vlad.id, kind: "erp" })).toBe(404);
    expect(await statusOf(radu, { id: 987_654, kind: "agent" })).toBe(404);
    expect(await statusOf(radu, nou)).toBe(409);
    await database
      .updateTable("participants")
      .set({ disabled_at: new Date(0) })
      .where("id", "=", vlad.id)
      .execute();
    expect(await statusOf(radu, vlad)).toBe(409);
    await database.updateTable("participants").set({ disabled_at: null }).where("id", "=", vlad.id).execute();
    expect(broadcasts).toEqual([]);
    expect(await seenBy(vlad, room)).toBe(404);
  });
});

describe("removing a member", () => {
  test("[ROOM-14c][ROOM-14d][ROOM-14e] people are removed by those who brought them in, once, and everybody is notified", async () => {
    const room = await makeRoom(radu, mia);
    await add(radu, room, vlad);
    for (const by of [radu, mia]) expect(await putOutBy(by, room)).toEqual(by === radu ? [vlad.id] : []);
    expect((await remove(mia, room, vlad)).status).toBe(403);
    broadcasts.length = 0;
    expect((await remove(radu, room, vlad)).body.chat.members_total).toBe(3);
    expect(broadcasts.map(({ data }) => data)).toMatchObject([{ left: member(vlad), by: member(radu) }]);
    expect(revoked).toEqual([{ participantId: vlad.id, channel: `presence-oferta.${offers}` }]);
    expect(await seenBy(vlad, room)).toBe(404);
    expect((await remove(radu, room, vlad)).status).toBe(200);
    expect(broadcasts).toHaveLength(1);
  });

  test("[ROOM-14c] an Admin removes anybody except the offer's customer; others cannot remove people who joined by themselves", async () => {
    const room = await makeRoom(radu, mia);
    for (const by of [radu, admin]) expect((await remove(by, room, ana)).status).toBe(403);
    expect((await remove(radu, room, mia)).status).toBe(403);
    expect((await remove(ana, room, mia)).status).toBe(403);
    expect((await remove(mihai, room, mia)).status).toBe(404);
    for (const whom of [vlad, mihai, { id: 987_654 }]) expect((await remove(radu, room, whom)).status).toBe(404);
    expect((await remove(admin, room, mia)).status).toBe(200);
    expect(await seenBy(mia, room)).toBe(404);
  });
});

describe("changes while the room is locked", () => {
  /** Changes something while a call waits for the room's lock, and reverts the change afterwards. */
  async function meanwhile(room: number, ended: string, called: () => ReturnType<typeof call>, mended: string) {
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select from rooms where id = $1 for update", [room]);
    const answer = called();
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await holder.query(ended);
    await holder.query("commit");
    holder.release();
    const { status } = await answer;
    await pool.query(mended);
    return status;
  }
  const disabled = (person: Person, at: string) =>
    `update participants set disabled_at = ${at} where id = ${person.id}`;
  const left = (person: Person, room: number) =>
    `delete from memberships where room_id = ${room} and participant_id = ${person.id}`;
  const invites = (role: string, change: string) =>
    `update roles set permissions = array_${change}(permissions, 'rooms.invite') where name = '${role}'`;

  test("[ROOM-14d] adding fails if the person was disabled, or the caller left or lost the permission", async () => {
    const room = await makeRoom(radu, mia);
    const adding = async (by: Person, ended: string, mended = "") =>
      await meanwhile(room, ended, () => add(by, room, vlad), mended);
    expect(await adding(radu, disabled(vlad, "now()"), disabled(vlad, "null"))).toBe(409);
    expect(await adding(radu, invites("Operator", "remove"), invites("Operator", "append"))).toBe(403);
    expect(await adding(radu, left(radu, room))).toBe(403);
    expect(await adding(mia, left(mia, room))).toBe(404);
    expect(broadcasts).toEqual([]);
    expect(await seenBy(vlad, room)).toBe(404);
  });

  test("[ROOM-14d] removing fails if the caller left or lost the Admin role, or the person came back through another", async () => {
    const room = await makeRoom(radu, mia);
    await add(mia, room, vlad);
    broadcasts.length = 0;
    const removing = async (by: Person, ended: string, mended = "") =>
      await meanwhile(room, ended, () => remove(by, room, vlad), mended);
    const role = (from: string, to: string) =>
      `update participant_roles set role = '${to}' where participant_id = ${admin.id} and role = '${from}'`;
    expect(await removing(admin, role("Admin", "Operator"), role("Operator", "Admin"))).toBe(403);
    expect(await removing(mia, invites("Agent", "remove"), invites("Agent", "append"))).toBe(403);
    const brought = (by: Person) =>
      `update room_events set payload = jsonb_build_object('from_id', ${by.id})
       where room_id = ${room} and participant_id = ${vlad.id} and kind = 'join'`;
    expect(await removing(mia, brought(radu), brought(mia))).toBe(403);
    expect(await removing(mia, left(mia, room))).toBe(404);
    expect([broadcasts, revoked]).toEqual([[], []]);
    expect(await seenBy(vlad, room)).toBe(200);
  });
});

describe("the offer's customer", () => {
  test("[ROOM-15] can sign in unless the account is disabled or has no valid invitation", async () => {
    const room = await makeRoom(radu);
    const canSignIn = async (): Promise<boolean> =>
      (await call(radu, "GET", "/api/v1/all/1")).body.chats.find(({ id }: { id: number }) => id === room).customer
        .can_sign_in;
    const disable = (isDisabled: boolean) =>
      database
        .updateTable("participants")
        .set({ disabled_at: isDisabled ? new Date(0) : null })
        .where("id", "=", ana.id)
        .execute();
    expect(await canSignIn()).toBe(true);
    await disable(true);
    expect(await canSignIn()).toBe(false);
    await disable(false);
    await pool.query("insert into invitations values ($1, $2, '2020-01-01')", [ana.id, Buffer.alloc(32)]);
    expect(await canSignIn()).toBe(true);
    await database.deleteFrom("tokens").where("participant_id", "=", ana.id).execute();
    expect(await canSignIn()).toBe(false);
    await pool.query("update invitations set expires_at = '2050-01-01'");
    expect(await canSignIn()).toBe(true);
  });
});
