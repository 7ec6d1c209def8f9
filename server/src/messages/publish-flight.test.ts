import { expect, test } from "vitest";
import type { User } from "@cuplaj/protocol/participant.ts";
import { createWriteFlight } from "./publish-flight.ts";
import { createRoomAudiences } from "./room-audiences.ts";
import type { MessageStore, NewMessage } from "./store.ts";
import { createUnsureSends } from "./unsure-sends.ts";

const author: User = {
  id: 1,
  name: "Ana",
  type: "customer",
  username: "ana",
  locale: "ro",
  version: 0,
  roles: [],
  users_silenced: [],
};
const send = (roomId: number): NewMessage => ({ roomId, author, text: "salut", clientId: null });
const strangeRoom = 9;

/** Stores everything but what goes to the room whose author is no member, and is away when it is asked whom to tell. */
const store: Pick<MessageStore, "publish" | "findSent" | "listAudiences"> = {
  publish: (sends, timestamp) =>
    Promise.resolve(
      sends.map(({ roomId, text, clientId }, place) => ({
        status: "fulfilled" as const,
        value:
          roomId === strangeRoom
            ? ({ kind: "not-member" } as const)
            : {
                kind: "stored" as const,
                membersSeq: 5,
                message: { id: place + 1, roomId, seq: 1, clientId, text, timestamp, author },
              },
      })),
    ),
  findSent: () => Promise.resolve([]),
  listAudiences: () => Promise.reject(new Error("Connection terminated unexpectedly")),
};

test.each([
  ["alone", []],
  ["with one that is refused", [strangeRoom]],
])("[ERR-3] rooms of sends that were committed and not told are noted: %s", async (_name, more) => {
  const noted: number[] = [];
  const write = createWriteFlight({
    messages: store as MessageStore,
    audiences: createRoomAudiences(store),
    unsure: createUnsureSends(),
    broadcaster: { broadcast: () => undefined },
    unsureRoom: (roomId) => void noted.push(roomId),
    now: () => 0,
    measure: () => undefined,
    epoch: "one",
  });
  const results = await write([1, 2, ...more].map(send), () => undefined);
  expect(results.slice(0, 2).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(noted).toEqual([1, 2]);
});
