import { expect, test } from "vitest";
import type { PendingMessage } from "../state/entities.ts";
import { ana, room, signedInAna } from "../testing/people.ts";
import { createAnasChat, createTestChat, type TestChat } from "../testing/test-chat.ts";

const error = { code: "forbidden", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;

const row = (given: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId: "row-1",
  roomId: 1,
  text: "Piesa e pe stoc?",
  writtenAt: "2023-11-14T22:00:00.000Z",
  status: "failed",
  error,
  position: 1,
  tabId: "tab",
  attempts: 1,
  ...given,
});

const read = (chat: TestChat, ...rows: PendingMessage[]): void =>
  chat.dispatch({ type: "outbox/read", rows, isStored: true });

/** A tab of Ana's whose list has not come yet, and that sends nothing. */
function createQuietChat(): TestChat {
  const chat = createTestChat("silent");
  chat.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  chat.arriveAt("/");
  chat.dispatch({ type: "session/started" });
  return chat;
}

/** What the alerts say of messages that were not sent. */
const told = (chat: TestChat): (string | undefined)[] => {
  chat.clock.pass(0);
  return chat
    .getState()
    .alerts.flatMap(({ text }) => (text.kind === "key" && text.key === "alerts.messageNotSent" ? [text.quote] : []));
};

test.each(["the server's word", "the room's log"])(
  "[SEND-5a] a message that had failed when its room goes (by %s) is told of, once, until somebody closes the alert",
  (how) => {
    const chat = createAnasChat(room(1), room(2));
    read(chat, row());
    expect(told(chat)).toEqual([]);
    if (how === "the server's word") chat.dispatch({ type: "rooms/room-gone", roomId: 1 });
    else {
      const left = {
        kind: "members",
        origin: "live",
        roomId: 1,
        seq: 1,
        joined: null,
        left: ana,
        membersTotal: 1,
      } as const;
      chat.dispatch({ type: "sync/events-received", events: [left] });
    }
    expect(told(chat)).toEqual(["Piesa e pe stoc?"]);
    read(chat, row());
    chat.clock.pass(86_400_000);
    expect(told(chat)).toEqual(["Piesa e pe stoc?"]);
    for (const { id } of chat.getState().alerts) chat.dispatch({ type: "alerts/hidden", id });
    chat.clock.pass(1000);
    expect(told(chat)).toEqual([]);
  },
);

test("[SEND-5a] a refusal in a room that one has left is told of in every tab of the person, once in each", () => {
  const other = createQuietChat();
  other.dispatch({ type: "rooms/page-loaded", rooms: [room(2)], total: 1, page: 1 });
  read(other, row({ status: "waiting", error: null }));
  expect(told(other)).toEqual([]);
  read(other, row());
  expect(told(other)).toEqual(["Piesa e pe stoc?"]);
  const sender = createAnasChat(room(2));
  read(sender, row({ status: "waiting", error: null }));
  sender.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: "row-1", error });
  expect(told(sender)).toEqual(["Piesa e pe stoc?"]);
});

test("[SEND-5a] what an earlier visit left failed in a room that is not listed is told of once the list is known, not before", () => {
  const chat = createQuietChat();
  chat.dispatch({ type: "rooms/page-failed", error: { ...error, code: "unavailable" } });
  read(chat, row({ text: "ă".repeat(61) }), row({ clientId: "row-2", roomId: 2, position: 2 }));
  expect(told(chat)).toEqual([]);
  chat.dispatch({ type: "rooms/page-loaded", rooms: [room(2)], total: 1, page: 1 });
  expect(told(chat)).toEqual([`${"ă".repeat(60)}…`]);
});

test.each(["deleted", "sent again elsewhere", "back in the list", "of somebody who signed out"])(
  "[SEND-5a] the alert goes with its message: %s",
  (how) => {
    const chat = createAnasChat(room(2));
    read(chat, row());
    expect(told(chat)).toEqual(["Piesa e pe stoc?"]);
    if (how === "deleted") chat.dispatch({ type: "messages/pending-deleted", roomId: 1, clientId: "row-1" });
    else if (how === "sent again elsewhere") read(chat);
    else if (how === "back in the list") chat.dispatch({ type: "rooms/room-fetched", room: room(1) });
    else chat.dispatch({ type: "session/ended-elsewhere" });
    chat.clock.pass(0);
    chat.clock.pass(1000);
    expect(told(chat)).toEqual([]);
  },
);

test("[SEND-5b] the alert knows its message, so that it can be copied and deleted there", () => {
  const sender = createAnasChat(room(2));
  read(sender, row({ status: "waiting", error: null }));
  sender.dispatch({ type: "messages/publish-failed", roomId: 1, clientId: "row-1", error });
  const after = createAnasChat(room(2));
  read(after, row());
  for (const chat of [sender, after]) {
    chat.clock.pass(0);
    expect(chat.getState().alerts).toMatchObject([{ text: { unsent: { roomId: 1, clientId: "row-1" } } }]);
  }
});
