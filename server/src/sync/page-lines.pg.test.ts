import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { messagesPerPage } from "@cuplaj/protocol/limits.ts";
import { createLineStore } from "./log.pg.ts";
import { explaining } from "../testing/explain.ts";
import { addOffer, type Person } from "../testing/people.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, pool, database } = await startTestApi();
const { ana, radu, mia } = people;

interface Line {
  readonly seq: number;
  readonly event: string;
  readonly data: object;
}
interface Page {
  readonly messages: readonly { seq: number }[];
  readonly events: readonly Line[];
  readonly seq: number;
}

async function page(room: number, range: string): Promise<Page> {
  const { status, body } = await call(ana, "GET", `/api/v1/chat/${room}/${range}`);
  expect([status, Check(endpoints.listMessages.answers[200], body)]).toEqual([200, true]);
  return body.data;
}

for (const offer of [80_001, 80_002, 80_003, 80_004, 80_005, 80_006, 80_007, 80_008, 80_009])
  await addOffer(database, offer, ana.id);

const joined = async (person: Person, channel: number): Promise<number> =>
  (await call(person, "POST", "/api/v1/join", { type: 1, channel })).body.chat.id;

const say = async (room: number, count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await call(radu, "POST", `/api/v1/publish/${room}`, { message: `Zis ${n}` });
};

async function linesOf(room: number): Promise<number[]> {
  const { rows } = await pool.query<{ seq: number }>(
    "select seq from room_events where room_id = $1 and kind in ('join', 'leave') order by seq",
    [room],
  );
  return rows.map(({ seq }) => seq);
}

async function addJoins(room: number, count: number): Promise<void> {
  await pool.query(
    `insert into room_events (room_id, seq, kind, participant_id, members_total, created_at)
     select id, last_seq + n, 'join', $2, 3, now() from rooms, generate_series(1, $3::int) n where id = $1`,
    [room, mia.id, count],
  );
  await pool.query("update rooms set last_seq = last_seq + $2 where id = $1", [room, count]);
}

const seqs = (events: readonly { seq: number }[]): number[] => events.map(({ seq }) => seq);

/** Makes a log with joins, leaves and reads between 115 messages, and returns its pages, newest first. */
async function threePages(channel: number): Promise<{ room: number; pages: readonly Page[] }> {
  const room = await joined(ana, channel);
  await joined(radu, channel);
  await say(room, 30);
  await joined(mia, channel);
  await call(ana, "POST", `/api/v1/read/${room}`);
  await say(room, 25);
  await call(mia, "POST", `/api/v1/leave/${room}`);
  await say(room, 60);
  await call(ana, "POST", `/api/v1/read/${room}`);
  await joined(mia, channel);
  return { room, pages: await Promise.all(["1", "2", "3", "4"].map((number) => page(room, number))) };
}

test("[MSG-9] each join and leave is on one page, in order, and reads on none", async () => {
  const { room, pages } = await threePages(80_001);
  expect(pages.map(({ messages }) => messages.length)).toEqual([messagesPerPage, messagesPerPage, 15, 0]);
  const [newest, , , none] = pages;
  expect(none?.events).toEqual([]);
  expect(pages.toReversed().flatMap(({ events }) => seqs(events))).toEqual(await linesOf(room));
  const last = { seq: newest?.seq, event: "RoomUpdated", data: { joined: { id: mia.id } } };
  expect(newest?.events.at(-1)).toMatchObject(last);
  // The quiet lines of a page lie between the last message of the previous page and its own last message.
  const ends = pages
    .slice(0, 3)
    .map(({ messages, seq }, at) => [
      pages[at + 1]?.messages.at(-1)?.seq ?? 0,
      at === 0 ? seq : (messages.at(-1)?.seq ?? 0),
    ]);
  for (const [at, [after = 0, upto = 0]] of ends.entries())
    expect(pages[at]?.events.filter(({ seq }) => seq <= after || seq > upto)).toEqual([]);
});

test("[MSG-9] consecutive pages by `seq` have the same lines as those by number", async () => {
  const { room, pages } = await threePages(80_005);
  const first = pages[0]?.messages[0]?.seq ?? 0;
  expect((await page(room, `1?before_seq=${first}`)).events).toEqual(pages[1]?.events);
  expect((await page(room, `1?after_seq=${pages[1]?.messages.at(-1)?.seq}`)).events).toEqual(pages[0]?.events);
});

test("[MSG-9] a room without a message has its lines on its only page", async () => {
  const room = await joined(ana, 80_006);
  const [one, two] = [await page(room, "1"), await page(room, "2")];
  expect([one.messages, one.events.map(({ seq, event }) => [seq, event]), two.events]).toEqual([
    [],
    [[1, "RoomUpdated"]],
    [],
  ]);
});

test("[MSG-9] a page returns a quiet line as it was broadcast, and sync returns the same", async () => {
  const room = await joined(ana, 80_002);
  await joined(radu, 80_002);
  const { body } = await call(ana, "POST", "/api/v1/sync", { cursors: { [room]: 0 } });
  expect((await page(room, "1")).events).toEqual(body.rooms[0].events);
});

test("[MSG-9a] on a page with more than 200 quiet lines, those between two messages are counted, up to 1,000", async () => {
  const room = await joined(ana, 80_003);
  await addJoins(room, 199);
  expect((await page(room, "1")).events).toHaveLength(200);
  await addJoins(room, 1);
  const leftOut = (seq: number, count: number): Line[] => [
    { seq, event: "EventsLeftOut", data: { count, between: [{ seq, counts: { join: count } }] } },
  ];
  expect((await page(room, "1")).events).toEqual(leftOut(201, 201));
  await addJoins(room, 2000);
  expect((await page(room, "1")).events).toEqual(leftOut(2201, 1000));
});

/** Counts the quiet lines before each message of a page, and after the last one. */
function between({ messages, seq }: Page, lines: readonly { seq: number }[]): number[] {
  const ends = [0, ...messages.map((message) => message.seq), seq];
  return ends.slice(1).map((end, at) => lines.filter((one) => one.seq > (ends[at] ?? 0) && one.seq <= end).length);
}

test("[MSG-9a] a few quiet lines between two messages are listed even if others on the page are counted", async () => {
  const room = await joined(ana, 80_007);
  await joined(radu, 80_007);
  await say(room, 1);
  await addJoins(room, 150);
  await say(room, 1);
  await joined(mia, 80_007);
  await addJoins(room, 9);
  await say(room, 1);
  await addJoins(room, 11);
  await say(room, 1);
  await addJoins(room, 1500);
  const newest = await page(room, "1");
  const named = newest.events.filter(({ event }) => event === "RoomUpdated");
  expect(between(newest, named)).toEqual([2, 0, 10, 0, 0]);
  const [, many, , eleven] = newest.messages.map(({ seq }) => seq - 1);
  expect(newest.events.filter(({ event }) => event === "EventsLeftOut")).toEqual([
    {
      seq: newest.seq,
      event: "EventsLeftOut",
      data: {
        count: 1000,
        between: [
          { seq: many, counts: { join: 150 } },
          { seq: eleven, counts: { join: 11 } },
          { seq: newest.seq, counts: { join: 1000 } },
        ],
      },
    },
  ]);
  expect(seqs(newest.events)).toEqual(seqs(newest.events).toSorted((a, b) => a - b));
});

test("[MSG-9a] quiet lines between two messages are all listed or all counted, the newest listed, at most 200 events", async () => {
  const room = await joined(ana, 80_009);
  await joined(radu, 80_009);
  for (let gap = 0; gap < 40; gap += 1) {
    await say(room, 1);
    await addJoins(room, 6);
  }
  const newest = await page(room, "1");
  const named = newest.events.filter(({ event }) => event === "RoomUpdated");
  expect(between(newest, named)).toEqual(Array.from({ length: 41 }, (_, gap) => (gap > 7 ? 6 : 0)));
  const [rest] = newest.events.filter(({ event }) => event === "EventsLeftOut");
  const counted = Array.from({ length: 8 }, (_, gap) => ({ counts: { join: gap === 0 ? 2 : 6 } }));
  expect(rest?.data).toMatchObject({ count: 44, between: counted });
});

test("[MSG-9] after the last message, a page by a `seq` has the quiet lines up to the log's end", async () => {
  const room = await joined(ana, 80_008);
  await say(room, 1);
  await joined(radu, 80_008);
  await say(room, 1);
  await joined(mia, 80_008);
  const { messages, events, seq } = await page(room, "1");
  const after = await page(room, `1?after_seq=${messages.at(-1)?.seq}`);
  expect([after.messages, after.events, seqs(after.events)]).toEqual([[], events.slice(-1), [seq]]);
  expect((await page(room, `1?before_seq=${messages[0]?.seq}`)).events).toEqual([]);
});

test("[ROOM-4a] the quiet lines of a page are found without the reads in between, at any position", async () => {
  const room = await joined(ana, 80_004);
  await pool.query(
    `insert into room_events (room_id, seq, kind, participant_id, read_seq, created_at)
     select $1, n, 'read', $2, 0, now() from generate_series(2, 20001) n`,
    [room, ana.id],
  );
  await pool.query("update rooms set last_seq = 20001 where id = $1", [room]);
  await joined(radu, 80_004);
  await pool.query("analyze");
  const explained = explaining(pool);
  const range = { messageSeqs: [], firstSeq: 20_001, lastSeq: 0, headSeq: 20_002 };
  expect((await createLineStore(explained).listLines(room, range, ana.id)).lines).toHaveLength(2);
  const read = explained.nodes.filter(({ relation }) => relation === "room_events");
  // Rows are the mean per loop, which PostgreSQL before 18 rounds; there is at most one per kind.
  expect(read.every(({ type, rows, loops }) => type !== "Seq Scan" && rows <= Math.max(2, loops))).toBe(true);
});
