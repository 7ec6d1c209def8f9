import type { Me, Message, Room } from "../state/entities.ts";
import type { AppEvent } from "../state/shape.ts";
import { ana, message, room, signedInAna } from "./people.ts";
import { createTestApp, startAnasApp, type TestApp } from "./test-app.ts";

const roles = [{ name: "writer", permissions: ["messages.publish"] }];
const self: Me = { ...signedInAna, roles };

export function openWriting(
  messages: readonly Message[] = [message(1, 1, { author: ana, text: "Bună" })],
  given: Partial<Room> = {},
): TestApp {
  const app = createTestApp();
  const cursor = messages.at(-1)?.seq ?? 0;
  startAnasApp(app, [room(1, { cursor, lastMessage: messages.at(-1) ?? null, ...given })], self);
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { seq: cursor, messages, isFull: false } });
  app.forget();
  return app;
}

/** An update of a message of room 1, by an event with this `seq`. */
export const updatedBy = (seq: number, changed: Message): AppEvent<"sync/events-received"> => ({
  type: "sync/events-received",
  events: [
    {
      kind: "payload",
      name: "MessageUpdated",
      origin: "live",
      roomId: changed.roomId,
      seq,
      data: { ...changed, updatedSeq: seq },
    },
  ],
});

export const deleted = (one: Message): Message => ({ ...one, text: "", file: null, editedAt: null, isDeleted: true });
