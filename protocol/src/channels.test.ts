import fc from "fast-check";
import { expect, test } from "vitest";
import { offerRoomName, parseChannel, parseRoomName, requestRoomName, roomChannel, userChannel } from "./channels.ts";

const id = fc.oneof(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.constantFrom(1, 10_001, 999_999_999_999_999));

test("[ROOM-1] room names, room channels and user channels parse back to their ids", () => {
  fc.assert(
    fc.property(id, (number) => {
      for (const [of, name] of [
        ["offer", offerRoomName(number)] as const,
        ["request", requestRoomName(number)] as const,
      ]) {
        expect(parseRoomName(name)).toEqual({ of, id: number });
        expect(parseChannel(roomChannel(name))).toEqual({ kind: "room", roomName: name });
      }
      expect(parseChannel(userChannel(number))).toEqual({ kind: "user", participantId: number });
    }),
  );
  expect([offerRoomName(10_001), requestRoomName(31), roomChannel("oferta.10001"), userChannel(7)]).toEqual([
    "oferta.10001",
    "cerere.31",
    "presence-oferta.10001",
    "private-user.7",
  ]);
});

test("[LIVE-2] every name that parses as a channel is in canonical form", () => {
  const nearly = fc.tuple(
    fc.constantFrom(
      "presence-oferta.",
      "presence-cerere.",
      "private-user.",
      "presence-",
      "private-oferta.",
      "oferta.",
      "",
      "Presence-oferta.",
    ),
    fc.oneof(fc.integer().map(String), fc.stringMatching(/^[\d.+\- e]{0,17}$/), fc.string({ maxLength: 4 })),
    fc.constantFrom("", "\n", " ", ":", ".1", "\0"),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        nearly.map((parts) => parts.join("")),
      ),
      (channel) => {
        const parsed = parseChannel(channel);
        if (parsed === null) return;
        const again = parsed.kind === "user" ? userChannel(parsed.participantId) : roomChannel(parsed.roomName);
        expect(again).toBe(channel);
        expect(parsed.kind === "user" || parseRoomName(parsed.roomName) !== null).toBe(true);
      },
    ),
  );
});

test.each([
  "",
  "oferta.10001",
  "presence-oferta.0",
  "presence-cerere.007",
  "presence-oferta.007",
  "presence-oferta.-1",
  "presence-oferta.1e3",
  "presence-oferta.10001 ",
  "presence-oferta.10001\n",
  "presence-oferta.1000000000000000",
  "presence-oferta.١",
  "presence-presence-oferta.1",
  "PRESENCE-oferta.1",
  "private-oferta.1",
  "private-user.",
  "private-user.0",
  "private-user.7:x",
  "private-user.7.8",
  "presence-user.7",
  "private-encrypted-user.7",
])("[LIVE-2d] %j is not a channel of ours", (channel) => {
  expect(parseChannel(channel)).toBeNull();
});
