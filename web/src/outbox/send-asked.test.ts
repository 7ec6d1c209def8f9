import { expect, test } from "vitest";
import { pendingOf } from "../state/messages/pending-messages.ts";
import { ana, message } from "../testing/people.ts";
import { published, sentId, statuses, writing } from "../testing/outbox-rows.ts";
import type { TestApp } from "../testing/test-app.ts";

const write = (app: TestApp, text: string, roomId = 1): void => app.dispatch({ type: "drafts/written", roomId, text });

const send = (app: TestApp, text: string, roomId = 1): void =>
  app.dispatch({ type: "outbox/send-asked", roomId, text });

test("[WEB-3] a message goes to the room it was written in, even if another is open by then", () => {
  const app = writing();
  app.dispatch({ type: "room/selected", roomId: 2 });
  send(app, "Aveți pe stoc?", 1);
  expect(app.asked("call-publish")).toMatchObject([{ roomId: 1, text: "Aveți pe stoc?" }]);
  expect(pendingOf(app.getState(), 2)).toEqual([]);
});

test("[WEB-3] sending and switching rooms at once leaves the other room's draft and messages alone", () => {
  const app = writing();
  write(app, "ciorna lui 2", 2);
  write(app, "pentru 1", 1);
  send(app, "pentru 1", 1);
  app.dispatch({ type: "room/selected", roomId: 2 });
  const clientId = sentId(app);
  app.dispatch({
    type: "outbox/published",
    clientId,
    message: message(1, 1, { author: ana, clientId, text: "pentru 1" }),
  });
  expect(app.asked("call-publish")).toMatchObject([{ roomId: 1, text: "pentru 1" }]);
  expect(app.getState().drafts).toEqual({ 2: "ciorna lui 2" });
  expect(pendingOf(app.getState(), 2)).toEqual([]);
  expect(app.getState().rooms.byId[1]?.lastMessage?.text).toBe("pentru 1");
  expect(app.getState().rooms.byId[2]?.lastMessage).toBeNull();
});

test("[MSG-2] the bubble appears at once, the text is trimmed, the draft is gone; blank text sends nothing", () => {
  const app = writing();
  write(app, " Bună ");
  send(app, " Bună ");
  send(app, " \n ");
  expect(pendingOf(app.getState(), 1)).toMatchObject([{ text: "Bună", status: "sending" }]);
  expect(app.getState().drafts[1]).toBeUndefined();
  expect(app.asked("save-draft").at(-1)).toEqual({
    type: "save-draft",
    kind: "draft",
    roomId: 1,
    text: "",
    target: null,
  });
});

test("[SCROLL-1] sending raises the scroll-down flag for 100 ms", () => {
  const app = writing();
  send(app, "Bună");
  expect(app.getState().scrollDownRoomId).toBe(1);
  app.clock.pass(100);
  expect(app.getState().scrollDownRoomId).toBeNull();
});

test("[MSG-5] messages are sent one by one, in the order written", () => {
  const app = writing();
  for (const text of ["unu", "doi", "trei"]) send(app, text);
  expect(published(app)).toEqual(["unu"]);
  expect(statuses(app)).toEqual(["sending", "waiting", "waiting"]);
  const clientId = sentId(app);
  app.dispatch({ type: "outbox/published", clientId, message: message(1, 1, { author: ana, clientId }) });
  expect(published(app)).toEqual(["unu", "doi"]);
});

test("[MSG-5] rooms do not wait for each other", () => {
  const app = writing();
  send(app, "unu", 1);
  send(app, "doi", 2);
  expect(published(app)).toEqual(["unu", "doi"]);
});

test("[SEND-1a] one key press makes a message safe, sends it and empties the composer: one event, without waiting", () => {
  const app = writing();
  write(app, "Bună");
  const order: string[] = [];
  app.perform({
    "write-journal": () => order.push("write-journal"),
    "call-publish": () => order.push("call-publish"),
    "save-draft": () => order.push("save-draft"),
  });
  send(app, "Bună");
  expect(order).toEqual(["write-journal", "call-publish", "save-draft"]);
});
