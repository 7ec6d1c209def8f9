import { expect, test } from "vitest";
import {
  crowded,
  deliveriesOf,
  fewRooms,
  manyRooms,
  peopleIn,
  roomOfListener,
  roomsOfSender,
  senderOfRoom,
} from "./workload.ts";

test.each([manyRooms, fewRooms])(
  "[PERF-4] $title: every room has its listeners and one sender, each counted once",
  (plan) => {
    const people = Array.from({ length: peopleIn(plan) }, (_, index) => index + 1);
    const senders = people.slice(0, plan.senders);
    expect(senders.flatMap((sender) => roomsOfSender(plan, sender))).toHaveLength(plan.rooms);
    for (let room = 1; room <= plan.rooms; room += 1) {
      const members = new Set(people.filter((person) => roomOfListener(plan, person) === room));
      expect(members.size).toBe(plan.listenersPerRoom);
      members.add(senderOfRoom(plan, room));
      expect(deliveriesOf(plan, room)).toBe(members.size);
    }
  },
);

test("[PERF-21] with more senders than rooms, each additional sender writes where it listens", () => {
  const senders = Array.from({ length: crowded.senders }, (_, index) => index + 1);
  expect(senders.map((sender) => roomsOfSender(crowded, sender))).toEqual(
    senders.map((sender) => [roomOfListener(crowded, sender)]),
  );
});
