import { expect, test } from "vitest";
import { messageLink } from "../navigation/paths.ts";
import { ana, message, radu, received, room, signedInAna } from "../../testing/people.ts";
import { createAnasApp, createTestApp, startAnasApp, type TestApp } from "../../testing/test-app.ts";
import { linkedMessageSeq } from "./linked-message.ts";

/** The page around a `seq` of a room with 200 events; all but the 100th are messages. */
const around = (app: TestApp, aroundSeq: number, roomId = 1): void => {
  const seqs = Array.from({ length: 200 }, (_, i) => i + 1).filter((seq) => seq !== 100);
  const near = seqs.filter((seq) => Math.abs(seq - Math.min(aroundSeq, 200)) <= 25);
  const messages = near.map((seq) => message(roomId, seq));
  const page = { messages, seq: 200, hasOlder: !near.includes(1), hasNewer: !near.includes(200) };
  app.dispatch({ type: "messages/around-loaded", roomId, aroundSeq, page });
};

const linked = (app: TestApp): number | null => linkedMessageSeq(app.getState());
const link = messageLink("oferta.10001", 57);

test("[OLDER-5] an address with a message opens the room around it, with the divider in its usual position", () => {
  const app = createAnasApp(room(1, { cursor: 200, readSeq: 190, unreadCount: 10 }));
  app.arriveAt(link);
  expect(link).toBe("/view/oferta.10001?m=57");
  expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 1 });
  expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 57 }]);
  expect(app.asked("call-newest-messages")).toEqual([]);
  expect(linked(app)).toBeNull();
  around(app, 57);
  expect(linked(app)).toBe(57);
  expect(app.getState().timelines[1]).toMatchObject({ phase: "ready", shownSeq: 57, dividerSeq: 191 });
  app.dispatch({ type: "messages/link-shown" });
  expect(linked(app)).toBeNull();
});

test.each(["/view/10001?m=57", "/view/oferta.10001?m=57&x=1"])("[OLDER-5] %s opens it too", (address) => {
  const app = createAnasApp(room(1, { cursor: 200 }));
  app.arriveAt(address);
  around(app, 57);
  expect(linked(app)).toBe(57);
});

test("[OLDER-5] a join link takes a customer to the message", () => {
  const app = createAnasApp();
  app.arriveAt("/join/10005?m=57");
  app.dispatch({ type: "room/joined", roomRef: "oferta.10005", room: room(5, { cursor: 200 }) });
  expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10005?m=57", replace: true }]);
  expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 5, aroundSeq: 57 }]);
});

test("[OLDER-5] a join link takes staff who may visit the room to the message", () => {
  const app = createTestApp();
  app.dispatch({ type: "session/restored", token: "radus-token", me: { ...signedInAna, ...radu } });
  app.dispatch({ type: "session/started" });
  app.dispatch({ type: "connection/connected" });
  app.arriveAt("/join/10005?m=57");
  app.dispatch({ type: "room/viewed", roomRef: "oferta.10005", room: room(5, { cursor: 200 }) });
  expect(app.getState().route).toEqual({ kind: "view", roomRef: "oferta.10005", messageSeq: 57 });
  expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 5, aroundSeq: 57 }]);
});

test("[OLDER-5] an unlisted room opens around the message once it is loaded", () => {
  const app = createAnasApp();
  app.arriveAt(link);
  app.dispatch({ type: "room/viewed", roomRef: "oferta.10001", room: room(1, { cursor: 200 }) });
  around(app, 57);
  expect(linked(app)).toBe(57);
});

test("[OLDER-5] another event jumps to the next message, and a `seq` beyond the log to the last", () => {
  const app = createAnasApp(room(1, { cursor: 200 }));
  app.arriveAt("/view/oferta.10001?m=100");
  around(app, 100);
  expect(linked(app)).toBe(101);
  for (const beyond of [201, 5000, Number.MAX_SAFE_INTEGER]) {
    const other = createAnasApp(room(1, { cursor: 200 }));
    other.arriveAt(messageLink("oferta.10001", beyond));
    around(other, beyond);
    expect(linked(other)).toBe(200);
  }
});

test("[OLDER-5b] the same address again, and going back to it, jump again in the open room", () => {
  const app = createAnasApp(room(1, { cursor: 200 }));
  app.arriveAt(link);
  around(app, 57);
  app.dispatch({ type: "messages/link-shown" });
  const { jumps } = app.getState().timelines[1]!;
  app.arriveAt(link);
  expect(app.getState().timelines[1]?.jumps).toBe(jumps + 1);
  expect(linked(app)).toBe(57);
  app.arriveAt("/");
  app.arriveAt(link);
  expect(linked(app)).toBe(57);
});

test("[OLDER-5b] an address's message survives signing in", () => {
  const app = createTestApp();
  app.arriveAt(link);
  const from = { kind: "login", from: link };
  expect(app.getState().route).toEqual(from);
  startAnasApp(app, [room(1, { cursor: 200 })]);
  app.arriveAt(link);
  app.dispatch({ type: "session/rejected", token: "anas-token" });
  expect(app.getState().route).toEqual(from);
});

test("[OLDER-5b] jumping elsewhere and sending remove the message from the address, reading further does not", () => {
  const ways: readonly ((app: TestApp) => void)[] = [
    (app) => app.dispatch({ type: "messages/end-asked", roomId: 1 }),
    (app) => app.dispatch({ type: "messages/around-asked", roomId: 1, seq: 3 }),
    (app) => app.dispatch({ type: "outbox/send-asked", roomId: 1, text: "Bună" }),
  ];
  for (const go of ways) {
    const app = createAnasApp(room(1, { cursor: 200 }));
    app.arriveAt(link);
    around(app, 57);
    app.dispatch(received(message(1, 201)));
    app.dispatch({ type: "messages/newer-asked", roomId: 1 });
    expect(app.asked("navigate")).toEqual([]);
    go(app);
    expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10001", replace: true }]);
    expect([app.getState().route, linked(app)]).toEqual([{ kind: "view", roomRef: "oferta.10001" }, null]);
  }
});

test("[OLDER-5b] another room does not get the message", () => {
  const app = createAnasApp(room(1, { cursor: 200 }), room(2, { members: [ana] }));
  app.arriveAt(link);
  app.dispatch({ type: "room/selected", roomId: 2 });
  expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10002", replace: false }]);
  expect(app.getState().linkedMessage).toBeNull();
});
