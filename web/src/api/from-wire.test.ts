import type { Room } from "@cuplaj/protocol/room.ts";
import { expect, test } from "vitest";
import { roomFromWire } from "./from-wire.ts";

const wire: Room = {
  id: 7,
  name: "oferta.10007",
  channel: "presence-oferta.10007",
  namespace: "",
  private: 0,
  presence: 1,
  type: 1,
  title: "Oferta 10007",
  offer_id: 10_007,
  vehicle: "",
  offer_status: "sent",
  customer: { id: 1, name: "Ana", type: "customer", is_member: true, can_sign_in: true },
  offer_version: 1,
  messages: [],
  total: 0,
  page: 0,
  unread_count: 2,
  last_seq: 9,
  read_seq: 7,
  others_read_seq: 8,
  members_read_seq: { 2: 8 },
  epoch: "one",
  online: [],
  typing: [],
  is_member: true,
  members: [],
  members_total: 0,
  taken_over_by: null,
  take_over: null,
  handed_over: null,
  waiting_since: null,
  last_decision: null,
  brought_in: null,
  updated_at: "2026-01-05T08:00:00.000Z",
};

test("[OWN-2] a room includes how far each member has read", () => {
  expect(roomFromWire(wire).readSeqs).toEqual(wire.members_read_seq);
});
