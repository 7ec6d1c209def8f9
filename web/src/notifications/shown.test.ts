import { expect, test } from "vitest";
import { message, radu, received, room, signedInAna } from "../testing/people.ts";
import { createAnasApp, createTestApp, startAnasApp } from "../testing/test-app.ts";
import { isOver } from "./late-runners.ts";
import { ro } from "./shown/late-ro.ts";
import { notificationBody, notificationTitle } from "./notification-text.ts";
import type { Ring } from "./notifications-shape.ts";

const { shownNotifications: shown } = ro;
const said: Ring = { about: "message", roomId: 1, seq: 1, name: "Radu $& Ion", text: "Ambreiajul e pe drum." };

test.each([
  ["what", "Radu $& Ion: Ambreiajul e pe drum."],
  ["who", "Radu $& Ion ți-a scris"],
  ["nothing", "Mesaj nou"],
] as const)("[NOTE-2b] with the choice %s a message is shown as: %s", (privacy, body) => {
  expect(notificationBody(said, privacy, shown)).toBe(body);
});

test("[NOTE-2b] a file has no text, and take-overs and offers name the person", () => {
  expect(notificationBody({ ...said, text: "" }, "what", shown)).toBe("Radu $& Ion ți-a scris");
  expect(notificationBody({ ...said, about: "take-over" }, "what", shown)).toBe("Radu $& Ion ți-a preluat mesajul");
  expect(notificationBody({ ...said, about: "offer" }, "nothing", shown)).toBe("Oferta s-a schimbat");
});

test("[NOTE-5] no notification is over before the list has loaded, or in a marked room", () => {
  const starting = createTestApp();
  expect(isOver(starting.getState(), "oferta.10001", undefined)).toBe(false);
  const rooms = { pinned: [], muted: [], unread: [{ id: 1, seq: 1 }] };
  const app = startAnasApp(createTestApp(), [room(1), room(2)], { ...signedInAna, rooms });
  expect(["oferta.10001", "oferta.10002"].map((tag) => isOver(app.getState(), tag, undefined))).toEqual([false, true]);
});

test("[NOTE-5][ROOM-14i] no notification is over in a room that the person was added to and has not read that far", () => {
  const broughtIn = { seq: 3, at: "2026-02-21T09:00:00.000Z", by: radu };
  const app = createAnasApp(room(1, { broughtIn }), room(2, { broughtIn, readSeq: 3 }));
  const tags = ["oferta.10001", "oferta.10002"];
  expect(tags.map((tag) => isOver(app.getState(), tag, "brought-in"))).toEqual([false, true]);
  // The page has not loaded that room, so it does not know of anything unread there.
  expect(isOver(createAnasApp(room(2)).getState(), "oferta.10001", "brought-in")).toBe(false);
});

test("[NOTE-2b] a notification's title is the vehicle, or the offer or request if there is no vehicle or the person wants neither", () => {
  const request = { id: 31, state: "open", reason: null, seq: 1 } as const;
  const car = { vehicle: "Golf V", offerNumber: 10_001, request: null };
  expect(notificationTitle(car, "who", shown)).toBe("Golf V");
  expect(notificationTitle(car, "nothing", shown)).toBe("Oferta 10001");
  expect(notificationTitle({ ...car, vehicle: "" }, "what", shown)).toBe("Oferta 10001");
  expect(notificationTitle({ vehicle: "", offerNumber: null, request }, "what", shown)).toBe("Cererea 31");
});

test("[NOTE-5] a notification is over once its room is read, or, for an unloaded room, once nothing is unread", () => {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
  app.dispatch(received(message(1, 1)));
  const over = (about?: string) => (tag: string) => isOver(app.getState(), tag, about);
  expect(["oferta.10001", "oferta.10002", "oferta.99"].map(over())).toEqual([false, true, false]);
  expect(["oferta.10001", "oferta.10002"].map(over("offer"))).toEqual([false, false]);
  expect(over("test")("cuplaj.test")).toBe(false);
  const reader = { id: 1, kind: "customer" } as const;
  const events = [{ kind: "read", origin: "live", roomId: 1, seq: 2, reader, readSeq: 1 }] as const;
  app.dispatch({ type: "sync/events-received", events });
  expect(["oferta.10001", "oferta.99"].map(over())).toEqual([true, true]);
});
