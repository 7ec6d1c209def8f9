import { describe, expect, test } from "vitest";
import type { HolderChange, Participant, Room } from "../state/entities.ts";
import { acted, takeOverBy } from "../testing/acts.ts";
import { callError } from "../testing/call-errors.ts";
import { ana, message, mia, radu, received, room, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";
import { colleaguesIn, noteOf } from "./hand-over-part.ts";

const handedAt = "2026-01-05T10:00:00.000Z";
const handedOver = { by: mia, note: "Vrea ambreiaj LuK.", at: handedAt };

function start(...rooms: readonly Room[]): TestApp {
  const app = startAnasApp(createTestApp(), rooms, signedInRadu);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  return app;
}

const vlad: Participant = { id: 10, name: "Vlad", kind: "agent" };
const own = (given: Partial<Room> = {}): Room => room(1, { isMember: true, members: [ana, radu, mia], ...given });

describe("[ACT-9] handing over", () => {
  test("[ACT-9] makes one call, and closes when done", () => {
    const app = start(own({ takeOver: takeOverBy(radu, 5) }));
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "Sună-l." });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "Sună-l." });
    expect(app.asked("call-hand-over")).toEqual([{ type: "call-hand-over", roomId: 1, to: mia.id, note: "Sună-l." }]);
    app.dispatch({ type: "hand-over/done", roomId: 1 });
    expect(app.getState().handingOver).toBeNull();
  });

  test("[ACT-9] keeps the dialog open with the refusal, and can be retried", () => {
    const app = start(own({ takeOver: takeOverBy(radu, 5) }));
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "" });
    app.dispatch({ type: "hand-over/failed", roomId: 1, note: "", error: callError("conflict") });
    expect(app.getState().handingOver).toMatchObject({ phase: "failed", error: { code: "conflict" } });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "" });
    expect(app.asked("call-hand-over")).toHaveLength(2);
  });

  test.each(["timeout", "room"] as const)("[ACT-9] closes once the room shows the hand-over, %s first", (first) => {
    const app = start(own({ cursor: 4 }));
    app.dispatch(acted(takeOverBy(radu, 5)));
    const fail = () => app.dispatch({ type: "hand-over/failed", roomId: 1, note: "", error: callError("timeout") });
    const show = () => app.dispatch(acted(takeOverBy(mia, 6)));
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "" });
    for (const happen of first === "room" ? [show, fail] : [fail, show]) {
      expect(app.getState().handingOver).not.toBeNull();
      happen();
    }
    expect([app.getState().handingOver, app.getState().alerts]).toEqual([null, []]);
  });

  test.each([
    ["conflict", "handOver.failed"],
    ["timeout", "handOver.unanswered"],
  ] as const)("[ACT-9] a hand-over that fails after its dialog closed is reported: %s", (code, key) => {
    const app = start(own({ takeOver: takeOverBy(radu, 5) }));
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "Sună-l." });
    app.dispatch({ type: "hand-over/closed" });
    app.dispatch({ type: "hand-over/failed", roomId: 1, note: "Sună-l.", error: callError(code) });
    const text = { key, room: { of: "offer", id: 10_001 }, quote: "Sună-l." };
    expect(app.getState().alerts).toMatchObject([{ type: "danger", text }]);
    expect(app.getState().handingOver).toBeNull();
  });

  test("[ACT-6c] leaving the room closes the dialog", () => {
    const app = start(own({ takeOver: takeOverBy(radu, 5) }), own({ id: 2, name: "oferta.10002" }));
    app.dispatch({ type: "room/selected", roomId: 1 });
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "room/selected", roomId: 2 });
    app.dispatch({ type: "room/selected", roomId: 1 });
    expect(app.getState().handingOver).toBeNull();
  });

  test("[ACT-9] is refused at once without a connection, and not queued", () => {
    const app = start(own({ takeOver: takeOverBy(radu, 5) }));
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "connection/lost" });
    app.dispatch({ type: "connection/away-long" });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "" });
    expect(app.getState().handingOver).toMatchObject({ phase: "failed", error: { code: "offline" } });
    app.clock.pass(60_000);
    expect(app.asked("call-hand-over")).toEqual([]);
  });

  test("[ACT-9] offers the room's staff, except for oneself and the holder", () => {
    const ioana: Participant = { id: 9, name: "Ioana", kind: "erp" };
    const app = start(own({ members: [ana, radu, mia, ioana], takeOver: takeOverBy(mia, 5) }));
    expect(colleaguesIn(app.getState(), 1)).toEqual([ioana]);
  });

  test.each([
    ["any of the staff found", ["rooms.view", "rooms.invite"], [mia, vlad]],
    ["those in the room, to others", ["rooms.view"], [mia]],
  ] as const)("[ACT-9c] offers %s", (_case, permissions, offered) => {
    const app = startAnasApp(createTestApp(), [own()], { ...signedInRadu, roles: [{ name: "Operator", permissions }] });
    app.dispatch({ type: "colleagues/search-asked", search: "" });
    app.dispatch({ type: "colleagues/found", search: "", found: [mia, radu, vlad] });
    expect(colleaguesIn(app.getState(), 1)).toEqual(offered);
  });
});

describe("[ACT-10] being handed a room", () => {
  test("[ACT-10] is announced once, with the note and a link", () => {
    const app = start();
    const rooms = [own({ takeOver: takeOverBy(radu, 5), handedOver })];
    app.dispatch({ type: "rooms/page-loaded", rooms, total: 1, page: 1 });
    const handed = [{ roomId: 1, at: handedAt }];
    expect(app.asked("announce-hand-overs")).toEqual([{ type: "announce-hand-overs", owner: "erp.2", handed }]);
    app.dispatch({ type: "hand-over/news", roomIds: [1] });
    expect(app.getState().alerts).toMatchObject([
      {
        action: "open",
        text: { key: "handOver.received", name: "Mia", room: { of: "offer", id: 10_001 }, quote: handedOver.note },
      },
    ]);
    app.dispatch({ type: "alerts/acted", id: "handed-over" });
    expect(app.getState().route).toEqual({ kind: "view", roomRef: "oferta.10001" });
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
    expect(app.asked("announce-hand-overs")).toHaveLength(1);
  });

  test("[ACT-10d] waits until recovery codes are stored", () => {
    const app = start();
    app.dispatch({ type: "two-factor/answered", answer: { codes: ["k7mp-x3q2-r9tw"] } });
    app.dispatch({ type: "rooms/page-loaded", rooms: [handedRoom(1)], total: 1, page: 1 });
    expect(app.asked("announce-hand-overs")).toEqual([]);
    app.dispatch({ type: "two-factor/codes-stored" });
    expect(app.asked("announce-hand-overs")).toMatchObject([{ handed: [{ roomId: 1 }] }]);
  });

  const handedRoom = (id: number, by = mia): Room =>
    room(id, { isMember: true, takeOver: takeOverBy(radu, 5), handedOver: { ...handedOver, by } });

  test("[ACT-10d] several share one toast, which opens one's own rooms and grows while it shows", () => {
    const app = start();
    const rooms = Array.from({ length: 12 }, (_, i) => handedRoom(i + 1));
    app.dispatch({ type: "rooms/page-loaded", rooms, total: 13, page: 1 });
    expect(app.asked("announce-hand-overs").map(({ handed }) => handed.length)).toEqual([12]);
    app.dispatch({ type: "hand-over/news", roomIds: rooms.map(({ id }) => id) });
    const text = { key: "handOver.receivedMany", name: "Mia", count: 12 };
    expect(app.getState().alerts).toMatchObject([{ action: "open", text }]);
    app.dispatch({ type: "rooms/room-fetched", room: handedRoom(13, ana) });
    app.dispatch({ type: "hand-over/news", roomIds: [13] });
    expect(app.getState().alerts).toMatchObject([{ text: { key: "handOver.receivedFromMany", count: 13 } }]);
    app.dispatch({ type: "alerts/acted", id: "handed-over" });
    expect(app.asked("show-own-rooms")).toHaveLength(1);
    app.dispatch({ type: "hand-over/news", roomIds: [13] });
    expect(app.getState().alerts).toMatchObject([
      { text: { key: "handOver.received", room: { of: "offer", id: 10_013 } } },
    ]);
  });

  test("[ACT-10d] the open room needs no toast, and an answered hand-over is not news", () => {
    const app = start(handedRoom(1));
    app.dispatch({ type: "room/selected", roomId: 1 });
    app.dispatch({ type: "hand-over/news", roomIds: [1] });
    expect(app.getState().alerts).toEqual([]);
    app.forget();
    const lastMessage = message(2, 6, { author: radu, sentAt: "2026-01-05T10:02:00.000Z" });
    app.dispatch({ type: "rooms/room-fetched", room: { ...handedRoom(2), lastMessage } });
    expect(app.asked("announce-hand-overs")).toEqual([]);
  });

  test("[ACT-10] waits until somebody looks at the page", () => {
    const app = startAnasApp(createTestApp(), [own({ takeOver: takeOverBy(radu, 5), handedOver })], signedInRadu);
    app.dispatch({ type: "messages/attention-changed", isVisible: false, isFocused: false });
    app.forget();
    const again = { ...handedOver, at: "2026-01-05T11:00:00.000Z" };
    app.dispatch({ type: "rooms/room-fetched", room: own({ takeOver: takeOverBy(radu, 5), handedOver: again }) });
    expect(app.asked("announce-hand-overs")).toEqual([]);
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
    expect(app.asked("announce-hand-overs")).toMatchObject([{ handed: [{ roomId: 1, at: again.at }] }]);
  });

  const changedHolder = (app: TestApp, how: HolderChange["how"], holder: Participant, by: Participant): void =>
    app.dispatch({
      type: "sync/events-received",
      events: [{ kind: "take-over", origin: "live", roomId: 1, seq: 6, change: { holder, from: null, by, how } }],
    });

  test("[ACT-10c] a room handed to the person is fetched until that succeeds", () => {
    const app = start(own({ cursor: 4 }));
    app.dispatch(acted(takeOverBy(radu, 5)));
    expect(app.asked("call-fetch-room")).toEqual([]);
    changedHolder(app, "handed", radu, mia);
    expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
    app.dispatch({ type: "rooms/fetch-failed", roomId: 1, error: callError("unavailable") });
    app.clock.pass(60_000);
    expect(app.asked("call-fetch-room").length).toBeGreaterThan(1);
    app.dispatch({ type: "rooms/room-fetched", room: own({ cursor: 6, takeOver: takeOverBy(radu, 5), handedOver }) });
    expect(app.getState().rooms.byId[1]?.handedOver).toEqual(handedOver);
    expect(app.asked("announce-hand-overs")).toHaveLength(1);
  });

  test.each([
    ["one took over oneself, here or in another tab", "taken", radu, radu],
    ["one handed over to a colleague", "handed", mia, radu],
  ] as const)("[ACT-10c] a room that %s is not fetched", (_case, how, holder, by) => {
    const app = start(own({ cursor: 4 }));
    app.dispatch(acted(takeOverBy(holder, 5)));
    changedHolder(app, how, holder, by);
    expect(app.getState().rooms.byId[1]).toMatchObject({ cursor: 6, takeOver: { person: holder } });
    expect(app.asked("call-fetch-room")).toEqual([]);
  });

  test("[ACT-10c] a response about another take-over than the current one is ignored", () => {
    const app = start(own({ cursor: 5, takeOver: takeOverBy(radu, 5) }));
    app.dispatch({
      type: "rooms/room-fetched",
      room: own({ cursor: 4, takeOver: takeOverBy(radu, 3, { id: 1005 }), handedOver }),
    });
    expect(app.getState().rooms.byId[1]?.handedOver).toBeNull();
  });

  test("[ACT-10] the note stays until one answers, and ends with the take-over", () => {
    const app = start(own({ cursor: 5, takeOver: takeOverBy(radu, 5), handedOver }));
    expect(noteOf(app.getState(), 1)).toEqual(handedOver);
    app.dispatch(received(message(1, 6, { author: ana, sentAt: "2026-01-05T10:01:00.000Z" })));
    expect(noteOf(app.getState(), 1)).toEqual(handedOver);
    app.dispatch(received(message(1, 7, { author: radu, sentAt: "2026-01-05T10:02:00.000Z" })));
    expect(noteOf(app.getState(), 1)).toBeNull();
    const released = start(own({ cursor: 5, takeOver: takeOverBy(radu, 5), handedOver }));
    released.dispatch(acted(takeOverBy(radu, 6, { id: 1005, isDeleted: true })));
    expect(noteOf(released.getState(), 1)).toBeNull();
  });
});
