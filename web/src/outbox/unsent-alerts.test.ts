import { expect, test } from "vitest";
import type { PendingMessage } from "../state/entities.ts";
import { ana, room, signedInAna } from "../testing/people.ts";
import { createAnasApp, createTestApp, type TestApp } from "../testing/test-app.ts";
import { callError } from "../testing/call-errors.ts";

const error = callError("forbidden");

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

const read = (app: TestApp, ...rows: PendingMessage[]): void =>
  app.dispatch({ type: "outbox/loaded", rows, isStored: true });

function createQuietApp(): TestApp {
  const app = createTestApp("silent");
  app.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  app.arriveAt("/");
  app.dispatch({ type: "session/started" });
  return app;
}

const alerted = (app: TestApp): (string | undefined)[] => {
  app.clock.pass(0);
  return app
    .getState()
    .alerts.flatMap(({ text }) => (text.kind === "key" && text.key === "alerts.messageNotSent" ? [text.quote] : []));
};

test.each(["the server's word", "the room's log"])(
  "[SEND-5a] a message that failed before its room goes (by %s) is reported once, until somebody closes the alert",
  (how) => {
    const app = createAnasApp(room(1), room(2));
    read(app, row());
    expect(alerted(app)).toEqual([]);
    if (how === "the server's word") app.dispatch({ type: "rooms/room-gone", roomId: 1 });
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
      app.dispatch({ type: "sync/events-received", events: [left] });
    }
    expect(alerted(app)).toEqual(["Piesa e pe stoc?"]);
    read(app, row());
    app.clock.pass(86_400_000);
    expect(alerted(app)).toEqual(["Piesa e pe stoc?"]);
    for (const { id } of app.getState().alerts) app.dispatch({ type: "alerts/hidden", id });
    app.clock.pass(1000);
    expect(alerted(app)).toEqual([]);
  },
);

test("[SEND-5a] a refusal in a room that the person left is reported once in each of their tabs", () => {
  const other = createQuietApp();
  other.dispatch({ type: "rooms/page-loaded", rooms: [room(2)], total: 1, page: 1 });
  read(other, row({ status: "waiting", error: null }));
  expect(alerted(other)).toEqual([]);
  read(other, row());
  expect(alerted(other)).toEqual(["Piesa e pe stoc?"]);
  const sender = createAnasApp(room(2));
  read(sender, row({ status: "waiting", error: null }));
  sender.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: "row-1", error });
  expect(alerted(sender)).toEqual(["Piesa e pe stoc?"]);
});

test("[SEND-5a] an earlier visit's failure in an unlisted room is reported once the list is known", () => {
  const app = createQuietApp();
  app.dispatch({ type: "rooms/page-failed", error: { ...error, code: "unavailable" } });
  read(app, row({ text: "ă".repeat(61) }), row({ clientId: "row-2", roomId: 2, position: 2 }));
  expect(alerted(app)).toEqual([]);
  app.dispatch({ type: "rooms/page-loaded", rooms: [room(2)], total: 1, page: 1 });
  expect(alerted(app)).toEqual([`${"ă".repeat(60)}…`]);
});

test.each(["deleted", "sent again elsewhere", "back in the list", "of somebody who signed out"])(
  "[SEND-5a] the alert disappears with its message: %s",
  (how) => {
    const app = createAnasApp(room(2));
    read(app, row());
    expect(alerted(app)).toEqual(["Piesa e pe stoc?"]);
    if (how === "deleted") app.dispatch({ type: "outbox/pending-deleted", roomId: 1, clientId: "row-1" });
    else if (how === "sent again elsewhere") read(app);
    else if (how === "back in the list") app.dispatch({ type: "rooms/room-fetched", room: room(1) });
    else app.dispatch({ type: "session/ended-elsewhere" });
    app.clock.pass(0);
    app.clock.pass(1000);
    expect(alerted(app)).toEqual([]);
  },
);

test("[SEND-5a] the alert has its message, so that it can be copied and deleted there", () => {
  const sender = createAnasApp(room(2));
  read(sender, row({ status: "waiting", error: null }));
  sender.dispatch({ type: "outbox/publish-failed", roomId: 1, clientId: "row-1", error });
  const after = createAnasApp(room(2));
  read(after, row());
  for (const app of [sender, after]) {
    app.clock.pass(0);
    expect(app.getState().alerts).toMatchObject([{ text: { unsent: { roomId: 1, clientId: "row-1" } } }]);
  }
});
