import { expect, test } from "vitest";
import type { Room } from "../state/entities.ts";
import { ana, message, mia, radu, room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { isReadByOthers, someReaders } from "./message-state.tsx";

const asked = message(1, 5);
const readers = (given: Partial<Room>): string | null =>
  someReaders(createAnasApp(room(1, { othersReadSeq: 5, ...given })).getState(), asked);

test("[OWN-2] one's own message names its readers, and nobody once everyone has read it", () => {
  const members = [ana, radu, mia];
  const three = { members, membersTotal: 3 };
  expect(readers({ ...three, readSeqs: { 2: 4, 3: 5 } })).toBe("Mia");
  expect(readers({ ...three, readSeqs: { 1: 9, 2: 5, 3: 7 } })).toBeNull();
  expect(readers({ readSeqs: { 2: 5 } })).toBeNull();
});

test("[OWN-2] if members are unknown or all have left, it never claims that everyone has read it", () => {
  expect(readers({ readSeqs: { 2: 5 }, membersTotal: 900 })).toBe("Radu Ion");
  expect(readers({ members: [ana], membersTotal: 1 })).toBe("");
});

test("[OWN-2] a message that nobody has read is `sent`, however far its author has read", () => {
  const app = createAnasApp(room(1, { othersReadSeq: 4, readSeqs: { 1: 5, 2: 4 } }));
  expect(isReadByOthers(app.getState(), asked)).toBe(false);
});
