import fc from "fast-check";
import { expect, test } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { createSilenceStore } from "../silences/store.pg.ts";
import { addOffer } from "../testing/people.ts";
import { seeds } from "../testing/seeds.ts";
import { startTestApi } from "../testing/test-api.ts";
import { unreadCount } from "./rules.ts";
import { createRoomStore } from "./store.pg.ts";

const api = await startTestApi();
const { people, call, database, pool } = api;
const cast = [people.ana, people.radu, people.mia] as const;
const users = await Promise.all(cast.map(async (person) => (await call(person, "GET", "/api/v1/me")).body.user));
const [rooms, messages] = [createRoomStore(pool), createMessageStore(pool)];
const stored = createSilenceStore(pool);
const now = () => isoTime(systemClock.now());

/** A room's state for ROOM-7, built only from responses. */
interface ModelRoom {
  readonly id: number;
  readonly offer: number;
  readonly messages: { readonly id: number; readonly seq: number; readonly author: number; isDeleted: boolean }[];
  readonly readSeqs: Map<number, number>;
  readonly members: Set<number>;
}
type Silences = Map<number, Set<number>>;

/** Counts by definition: messages above the marker, by others, not silenced, not deleted. */
const expected = (room: ModelRoom, reader: number, silences: Silences): number =>
  room.messages.filter(
    ({ seq, author, isDeleted }) =>
      seq > (room.readSeqs.get(reader) ?? 0) &&
      author !== reader &&
      !isDeleted &&
      silences.get(reader)?.has(author) !== true,
  ).length;

const person = fc.integer({ min: 0, max: cast.length - 1 });
const step = fc.record({
  room: fc.integer({ min: 0, max: 1 }),
  who: person,
  whom: person,
  what: fc.constantFrom("publish", "several", "read", "leave", "join", "join", "silence", "unsilence", "delete"),
  back: fc.integer({ min: 0, max: 5 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function silence(participantId: number, silencedId: number): Promise<void> {
  const silenced = { participantId, silencedId };
  if ((await stored.change(silenced, true)) === "begun") await stored.complete(silenced);
}

async function remove(room: ModelRoom, back: number): Promise<void> {
  const message = room.messages.at(-1 - back);
  if (message === undefined) return;
  message.isDeleted = true;
  const { rows } = await pool.query<{ ordinal: number }>(
    "update messages set deleted_at = now() where id = $1 returning ordinal",
    [message.id],
  );
  await pool.query("update rooms set deleted_ordinal = greatest(deleted_ordinal, $2) where id = $1", [
    room.id,
    rows[0]?.ordinal,
  ]);
}

async function publish(room: ModelRoom, authors: readonly number[]): Promise<void> {
  const sends = authors.map((author) => ({ roomId: room.id, author: users[author], text: "salut", clientId: null }));
  for (const result of await messages.publish(sends, now())) {
    if (result.status === "rejected") throw result.reason;
    if (result.value.kind !== "stored") continue;
    const { id, seq, author } = result.value.message;
    room.messages.push({ id, seq, author: author.id, isDeleted: false });
    room.readSeqs.set(author.id, seq);
  }
}

async function read(room: ModelRoom, id: number, back: number): Promise<void> {
  const upto = back === 0 ? null : Math.max(0, (room.messages.at(-1)?.seq ?? 0) - back);
  const moved = await rooms.moveMarker({ roomId: room.id, participantId: id, upto, now: now() });
  if (moved !== null) room.readSeqs.set(id, moved.readSeq);
}

async function change(silences: Silences, id: number, other: number, isSilenced: boolean): Promise<void> {
  if (id === other) return;
  const others = [...(silences.get(id) ?? [])].filter((each) => each !== other);
  silences.set(id, new Set(isSilenced ? [...others, other] : others));
  if (isSilenced) return await silence(id, other);
  await pool.query("delete from silences where participant_id = $1 and silenced_id = $2", [id, other]);
}

async function run(room: ModelRoom, silences: Silences, { what, who, whom, back }: Step): Promise<void> {
  const [{ id }, { id: other }] = [cast[who] ?? people.ana, cast[whom] ?? people.ana];
  const steps: Record<Step["what"], () => Promise<unknown>> = {
    publish: () => publish(room, [who]),
    several: () => publish(room, [who, whom, who, 0]),
    read: () => read(room, id, back),
    leave: () => rooms.removeMember({ roomId: room.id, participantId: id, by: null, now: now() }),
    join: () => rooms.join({ ref: { by: "offer", id: room.offer }, staff: [], participantId: id, now: now() }),
    silence: () => change(silences, id, other, true),
    unsilence: () => change(silences, id, other, false),
    delete: () => remove(room, back),
  };
  await steps[what]();
  if (what === "leave") room.members.delete(id);
  if (what === "join") room.members.add(id);
}

const countOf = ({ messagesTotal, marker }: { messagesTotal: number; marker: Parameters<typeof unreadCount>[1] }) =>
  unreadCount(messagesTotal, marker);

async function expectCounts(all: readonly ModelRoom[], silences: Silences): Promise<void> {
  for (const { id } of cast) {
    const mine = all.filter(({ members }) => members.has(id));
    const wanted = Object.fromEntries(mine.map((room) => [room.id, expected(room, id, silences)]));
    const ids = mine.map((room) => room.id);
    const of = (found: readonly Parameters<typeof countOf>[0][]) =>
      Object.fromEntries(
        (found as readonly (Parameters<typeof countOf>[0] & { id: number })[])
          .filter((room) => ids.includes(room.id))
          .map((room) => [room.id, countOf(room)]),
      );
    expect(of(await rooms.findEachAccess(ids, id))).toEqual(wanted);
    expect(of((await rooms.listRooms(id, 0, 20)).rooms)).toEqual(wanted);
    expect(of(await rooms.listUnread(id))).toEqual(
      Object.fromEntries(Object.entries(wanted).filter(([, count]) => count > 0)),
    );
  }
}

let offers = 90_000;
async function makeRoom(): Promise<ModelRoom> {
  offers += 1;
  await addOffer(database, offers, people.ana.id);
  const join = ({ id }: { id: number }) =>
    rooms.join({ ref: { by: "offer", id: offers }, staff: [], participantId: id, now: now() });
  const id = (await join(people.ana))[0]?.roomId ?? 0;
  for (const member of cast) await join(member);
  return { id, offer: offers, messages: [], readSeqs: new Map(), members: new Set(cast.map((member) => member.id)) };
}

async function expectAgreement(steps: readonly Step[]): Promise<void> {
  await pool.query("delete from silences");
  const all = [await makeRoom(), await makeRoom()] as const;
  const silences: Silences = new Map();
  for (const each of steps) {
    await run(all[each.room === 0 ? 0 : 1], silences, each);
    await expectCounts(all, silences);
  }
}

const by = (who: number, what: Step["what"], whom = 0): Step => ({ room: 0, who, whom, what, back: 0 });

test.each<[string, Step[]]>([
  [
    "who silenced somebody while they were away",
    [by(0, "leave"), by(0, "silence", 1), by(1, "publish"), by(0, "join")],
  ],
  [
    "who is silenced and comes back",
    [
      by(0, "silence", 1),
      by(1, "leave"),
      by(1, "join"),
      by(1, "publish"),
      by(1, "leave"),
      by(1, "join"),
      by(1, "publish"),
    ],
  ],
  [
    "who is silenced by somebody else with an older marker",
    [by(1, "publish"), by(2, "read"), by(1, "publish"), by(2, "silence", 1), by(1, "publish"), by(0, "silence", 1)],
  ],
])("[ROOM-7a] %s counts as the definition says", async (_name, steps) => {
  await expectAgreement(steps);
});

test("[ROOM-7a][MSG-9] unread counts match their definition, whoever is silenced, deletes, leaves, joins or reads", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), expectAgreement), seeds(1 / 2));
});
