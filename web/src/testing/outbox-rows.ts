import { pendingOf } from "../messages/pending-messages.ts";
import type { PendingMessage } from "../state/entities.ts";
import { ana, message, room, signedInAna } from "./people.ts";
import { createTestChat, type TestChat } from "./test-chat.ts";

/** Ana with a room open, in a tab whose journal holds these rows. */
export function opened(...rows: PendingMessage[]): TestChat {
  const chat = createTestChat("silent");
  chat.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  chat.arriveAt("/");
  chat.dispatch({ type: "session/started" });
  chat.dispatch({ type: "connection/connected" });
  chat.dispatch({ type: "rooms/page-loaded", rooms: [room(1), room(2)], total: 2, page: 1 });
  chat.dispatch({ type: "room/selected", roomId: 1 });
  chat.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  chat.forget();
  chat.dispatch({ type: "outbox/opened", tabId: "tab", rows });
  return chat;
}

/** The device has these rows now, and no others. */
export const read = (chat: TestChat, ...rows: PendingMessage[]): void =>
  chat.dispatch({ type: "outbox/read", rows, isStored: true });

/** Another tab changed a row. */
export const change = (chat: TestChat, row: PendingMessage): void => chat.dispatch({ type: "outbox/row-changed", row });

/** Ana writes this here; the message as it waits then. */
export const send = (chat: TestChat, text: string, roomId = 1): PendingMessage => {
  chat.dispatch({ type: "messages/send-asked", roomId, text });
  const message = pendingOf(chat.getState(), roomId).at(-1);
  if (!message) throw new Error("Nothing was written.");
  return message;
};

/** A row of this tab, from before it was loaded again. */
export const row = (position: number, text: string, given: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId: `row-${position}`,
  roomId: 1,
  text,
  // Some minutes before the test's clock.
  writtenAt: "2023-11-14T22:00:00.000Z",
  status: "waiting",
  error: null,
  position,
  tabId: "tab",
  attempts: 0,
  ...given,
});

/** A row of another tab. */
export const foreign = (position: number, text: string, given: Partial<PendingMessage> = {}): PendingMessage =>
  row(position, text, { tabId: "other", ...given });

/** What is shown as pending. */
export const texts = (chat: TestChat, roomId = 1): string[] =>
  pendingOf(chat.getState(), roomId).map(({ text }) => text);

/** What this tab has sent. */
export const published = (chat: TestChat): string[] => chat.asked("call-publish").map(({ text }) => text);

/** The server has stored a message. */
export const answer = (chat: TestChat, clientId: string, seq: number): void =>
  chat.dispatch({ type: "messages/published", clientId, message: message(1, seq, { author: ana, clientId }) });

/** Answers a roll call: these tabs are there. */
export const callRoll = (chat: TestChat, ...present: string[]): void =>
  chat.dispatch({ type: "outbox/roll-called", present });
