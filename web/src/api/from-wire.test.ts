import { Room } from "@cuplaj/protocol/room.ts";
import { exampleOf } from "@cuplaj/protocol/shape.ts";
import { expect, test } from "vitest";
import { roomFromWire } from "./from-wire.ts";

test("[OWN-2] a room includes how far each member has read", () => {
  const wire = { ...exampleOf(Room), members_read_seq: { 2: 8 } };
  expect(roomFromWire(wire).readSeqs).toEqual({ 2: 8 });
});
