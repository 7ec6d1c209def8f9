import type pg from "pg";
import { expect, test } from "vitest";
import { isoTime, systemClock } from "../kernel/clock.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { startTestApi } from "../testing/test-api.ts";
import { createRoomStore } from "./store.pg.ts";

let halt: { readonly after: string; readonly meanwhile: () => Promise<unknown> } | null = null;
/** Halts the process between a statement's commit and its result. */
const pool: Pick<StatementPool, "query"> = {
  query: (async (statement: pg.QueryConfig) => {
    const result = await api.pool.query(statement);
    if (halt !== null && statement.name === halt.after) {
      const { meanwhile } = halt;
      halt = null;
      await meanwhile();
    }
    return result;
  }) as unknown as StatementPool["query"],
};
const api = await startTestApi({ pool: { ...pool, connect: () => api.pool.connect() } });
const { people, call, broadcasts } = api;
const { ana, radu, mia, vlad } = people;
const join = (person: typeof ana) => call(person, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const room = (await join(ana)).body.chat.id;
const own = (id: number): string => `private-user.${id}`;
const publish = () => call(ana, "POST", `/api/v1/publish/${room}`, { message: "târziu" });

const changes = [
  { kind: "a message", event: "ChatMessage", after: "messages-publish", change: publish },
  {
    kind: "a read",
    event: "MessagesRead",
    after: "rooms-move-marker",
    change: () => call(mia, "POST", `/api/v1/read/${room}`),
  },
  { kind: "a join", event: "RoomUpdated", after: "rooms-audiences", change: () => join(vlad) },
  {
    kind: "a leave",
    event: "RoomUpdated",
    after: "rooms-audiences",
    change: () => call(vlad, "POST", `/api/v1/leave/${room}`),
  },
];

test.each(changes)(
  "[ROOM-6b] $kind does not reach a person who left while the process was halted before broadcasting it",
  async ({ event, after, change }) => {
    for (const person of [radu, mia]) await join(person);
    await publish();
    expect(broadcasts.at(-1)?.channels).toContain(own(radu.id));
    halt = {
      after,
      async meanwhile() {
        await createRoomStore(api.pool).removeMember({
          roomId: room,
          participantId: radu.id,
          by: null,
          now: isoTime(systemClock.now()),
        });
        api.pass(1501);
      },
    };
    await change();
    expect(halt).toBeNull();
    expect(broadcasts.at(-1)?.event).toBe(event);
    expect(broadcasts.at(-1)?.channels).toContain(own(mia.id));
    expect(broadcasts.at(-1)?.channels).not.toContain(own(radu.id));
  },
);
