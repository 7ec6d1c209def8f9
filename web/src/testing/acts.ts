import { type Me, type Message, type MessageAction, type Participant, type Room } from "../state/entities.ts";
import type { AppEvent } from "../state/shape.ts";
import { message, room, signedIn } from "./people.ts";
import { createTestApp, startAnasApp, type TestApp } from "./test-app.ts";

/** A like of room 1's first message, by an event with this `seq`. */
export const likeBy = (person: Participant, seq: number, given: Partial<MessageAction> = {}): MessageAction => ({
  id: person.id * 10 + ["customer", "erp", "agent"].indexOf(person.kind),
  kind: "like",
  person,
  messageId: message(1, 1).id,
  messageSeq: 1,
  seq,
  isDeleted: false,
  at: "2026-01-05T10:00:00.000Z",
  ...given,
});

export const takeOverBy = (person: Participant, seq: number, given: Partial<MessageAction> = {}): MessageAction => ({
  ...likeBy(person, seq, given),
  id: 1000 + seq,
  kind: "take-over",
  ...given,
});

export const acted = (...actions: readonly MessageAction[]): AppEvent<"sync/events-received"> => ({
  type: "sync/events-received",
  events: actions.map((data) => ({
    kind: "payload",
    name: "ChatMessageAction",
    origin: "live",
    roomId: 1,
    seq: data.seq,
    data,
  })),
});

const roles = [{ name: "staff", permissions: ["messages.like", "messages.take-over"] }];

export function openActsPage(who: Participant, first: Partial<Message> = {}, given: Partial<Room> = {}): TestApp {
  const app = createTestApp();
  const cursor = given.cursor ?? 1;
  const self: Me = { ...signedIn(who), roles };
  startAnasApp(app, [room(1, { cursor, members: [who], membersTotal: 60, ...given })], self);
  app.dispatch({ type: "room/selected", roomId: 1 });
  const page = { seq: cursor, messages: [message(1, 1, first)], isFull: false };
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page });
  app.forget();
  return app;
}
