import { pendingOf } from "../state/messages/pending-messages.ts";
import type { CallError, PendingMessage } from "../state/entities.ts";
import { ana, message, room, signedInAna } from "./people.ts";
import { createAnasApp, createTestApp, type TestApp } from "./test-app.ts";

export function opened(...rows: PendingMessage[]): TestApp {
  const app = createTestApp("silent");
  app.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  app.arriveAt("/");
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(1), room(2)], total: 2, page: 1 });
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  app.forget();
  app.dispatch({ type: "outbox/opened", tabId: "tab", rows });
  return app;
}

export function writing(...written: string[]): TestApp {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "room/selected", roomId: 1 });
  app.dispatch({ type: "messages/newest-loaded", roomId: 1, page: { messages: [], isFull: false, seq: 0 } });
  app.forget();
  for (const text of written) app.dispatch({ type: "outbox/send-asked", roomId: 1, text });
  return app;
}

export const read = (app: TestApp, ...rows: PendingMessage[]): void =>
  app.dispatch({ type: "outbox/loaded", rows, isStored: true });

export const change = (app: TestApp, row: PendingMessage): void => app.dispatch({ type: "outbox/row-changed", row });

export const send = (app: TestApp, text: string, roomId = 1): PendingMessage => {
  app.dispatch({ type: "outbox/send-asked", roomId, text });
  const message = pendingOf(app.getState(), roomId).at(-1);
  if (!message) throw new Error("Nothing was written.");
  return message;
};

/** A row of this tab, from before a reload. */
export const row = (position: number, text: string, given: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId: `row-${position}`,
  roomId: 1,
  text,
  writtenAt: "2023-11-14T22:00:00.000Z",
  status: "waiting",
  error: null,
  position,
  tabId: "tab",
  attempts: 0,
  ...given,
});

export const foreign = (position: number, text: string, given: Partial<PendingMessage> = {}): PendingMessage =>
  row(position, text, { tabId: "other", ...given });

export const texts = (app: TestApp, roomId = 1): string[] => pendingOf(app.getState(), roomId).map(({ text }) => text);

export const pending = (app: TestApp): readonly PendingMessage[] => pendingOf(app.getState(), 1);

export const statuses = (app: TestApp): string[] => pending(app).map(({ status }) => status);

export const sentId = (app: TestApp): string => app.asked("call-publish").at(-1)?.clientId ?? "";

export const failSend = (app: TestApp, error: CallError): void =>
  app.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: sentId(app), error });

export const published = (app: TestApp): string[] => app.asked("call-publish").map(({ text }) => text);

export const answer = (app: TestApp, clientId: string, seq: number): void =>
  app.dispatch({ type: "outbox/published", clientId, message: message(1, seq, { author: ana, clientId }) });

export const callRoll = (app: TestApp, ...present: string[]): void =>
  app.dispatch({ type: "outbox/roll-called", present });
