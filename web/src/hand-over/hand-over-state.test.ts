import { describe, expect, test } from "vitest";
import type { MessageAction, Participant, Room } from "../state/entities.ts";
import { callError } from "../testing/call-errors.ts";
import { ana, message, mia, radu, received, room, signedInRadu } from "../testing/people.ts";
import { createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";
import { colleaguesIn, noteOf } from "./hand-over-state.ts";

const handedAt = "2026-01-05T10:00:00.000Z";
const handedOver = { by: mia, note: "Vrea ambreiaj LuK.", at: handedAt };

const heldBy = (person: Participant, given: Partial<MessageAction> = {}): MessageAction => ({
  id: 7,
  kind: "take-over",
  person,
  messageId: 100_001,
  messageSeq: 1,
  seq: 5,
  isDeleted: false,
  at: handedAt,
  ...given,
});

/** Radu's page with his rooms; somebody is at the window. */
function start(...rooms: readonly Room[]): TestApp {
  const app = startAnasApp(createTestApp(), rooms, signedInRadu);
  app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
  return app;
}

const own = (given: Partial<Room> = {}): Room => room(1, { isMember: true, members: [ana, radu, mia], ...given });

const acted = (app: TestApp, data: MessageAction): void =>
  app.dispatch({
    type: "sync/events-received",
    events: [{ kind: "payload", origin: "live", name: "ChatMessageAction", roomId: 1, seq: data.seq, data }],
  });

describe("[ACT-9] handing over", () => {
  test("[ACT-9] asks the server once, and closes when it is done", () => {
    const app = start(own({ takeOver: heldBy(radu) }));
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "Sună-l." });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "Sună-l." });
    expect(app.asked("call-hand-over")).toEqual([{ type: "call-hand-over", roomId: 1, to: mia.id, note: "Sună-l." }]);
    app.dispatch({ type: "hand-over/done", roomId: 1 });
    expect(app.getState().handingOver).toBeNull();
  });

  test("[ACT-9a] keeps the question open with the refusal, and another try goes out", () => {
    const app = start(own({ takeOver: heldBy(radu) }));
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "" });
    app.dispatch({ type: "hand-over/failed", roomId: 1, error: callError("conflict") });
    expect(app.getState().handingOver).toMatchObject({ phase: "failed", error: { code: "conflict" } });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "" });
    expect(app.asked("call-hand-over")).toHaveLength(2);
  });

  test("[ACT-9a] is refused at once without a connection, and nothing is queued", () => {
    const app = start(own({ takeOver: heldBy(radu) }));
    app.dispatch({ type: "hand-over/opened", roomId: 1 });
    app.dispatch({ type: "connection/lost" });
    app.dispatch({ type: "connection/away-long" });
    app.dispatch({ type: "hand-over/asked", to: mia.id, note: "" });
    expect(app.getState().handingOver).toMatchObject({ phase: "failed", error: { code: "offline" } });
    app.clock.pass(60_000);
    expect(app.asked("call-hand-over")).toEqual([]);
  });

  test("[ACT-9] offers the staff of the room, without oneself and the holder", () => {
    const ioana: Participant = { id: 9, name: "Ioana", kind: "erp" };
    const app = start(own({ members: [ana, radu, mia, ioana], takeOver: heldBy(mia) }));
    expect(colleaguesIn(app.getState(), 1)).toEqual([ioana]);
  });
});

describe("[ACT-10] being handed a room", () => {
  test("[ACT-10] is told once, with the note and the way there", () => {
    const app = start();
    const rooms = [own({ takeOver: heldBy(radu), handedOver })];
    app.dispatch({ type: "rooms/page-loaded", rooms, total: 1, page: 1 });
    expect(app.asked("announce-hand-over")).toEqual([
      { type: "announce-hand-over", owner: "erp.2", roomId: 1, at: handedAt },
    ]);
    app.dispatch({ type: "hand-over/news", roomId: 1 });
    expect(app.getState().alerts).toMatchObject([
      { action: "open", text: { key: "handOver.received", name: "Mia", offerNumber: 10_001, quote: handedOver.note } },
    ]);
    app.dispatch({ type: "alerts/acted", id: "handed-over:1" });
    expect(app.getState().route).toEqual({ kind: "view", roomRef: "oferta.10001" });
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: false });
    expect(app.asked("announce-hand-over")).toHaveLength(1);
  });

  test("[ACT-10] waits until somebody looks at the page", () => {
    const app = startAnasApp(createTestApp(), [own({ takeOver: heldBy(radu), handedOver })], signedInRadu);
    app.dispatch({ type: "messages/attention-changed", isVisible: false, isFocused: false });
    app.forget();
    const again = { ...handedOver, at: "2026-01-05T11:00:00.000Z" };
    app.dispatch({ type: "rooms/room-fetched", room: own({ takeOver: heldBy(radu), handedOver: again }) });
    expect(app.asked("announce-hand-over")).toEqual([]);
    app.dispatch({ type: "messages/attention-changed", isVisible: true, isFocused: true });
    expect(app.asked("announce-hand-over")).toMatchObject([{ roomId: 1, at: again.at }]);
  });

  test("[ACT-10b] a room that became one's own by somebody else is fetched, until that has worked", () => {
    const app = start(own({ cursor: 4 }));
    acted(app, heldBy(radu));
    expect(app.asked("call-fetch-room")).toEqual([{ type: "call-fetch-room", roomId: 1 }]);
    app.dispatch({ type: "rooms/fetch-failed", roomId: 1, error: callError("unavailable") });
    app.clock.pass(60_000);
    expect(app.asked("call-fetch-room").length).toBeGreaterThan(1);
    app.dispatch({ type: "rooms/room-fetched", room: own({ cursor: 5, takeOver: heldBy(radu), handedOver }) });
    expect(app.getState().rooms.byId[1]?.handedOver).toEqual(handedOver);
    expect(app.asked("announce-hand-over")).toHaveLength(1);
  });

  test("[ACT-10b] a room that one took over oneself is not fetched, nor one of a colleague", () => {
    const app = start(own({ cursor: 4, lastMessage: message(1, 1, { author: ana }) }));
    const named = { roomId: 1, messageId: 100_001, messageSeq: 1, authorKind: "customer", origin: "room" } as const;
    app.dispatch({ type: "actions/wished", kind: "take-over", isWanted: true, ...named });
    acted(app, heldBy(radu));
    acted(app, heldBy(radu, { seq: 6, isDeleted: true }));
    acted(app, heldBy(mia, { id: 8, seq: 7 }));
    expect(app.asked("call-fetch-room")).toEqual([]);
  });

  test("[ACT-10b] an answer about another take-over than the held one says nothing", () => {
    const app = start(own({ cursor: 5, takeOver: heldBy(radu) }));
    app.dispatch({
      type: "rooms/room-fetched",
      room: own({ cursor: 4, takeOver: heldBy(radu, { seq: 3 }), handedOver }),
    });
    expect(app.getState().rooms.byId[1]?.handedOver).toBeNull();
  });

  test("[ACT-10a] the note stands until one answers, and goes with the take-over", () => {
    const app = start(own({ cursor: 5, takeOver: heldBy(radu), handedOver }));
    expect(noteOf(app.getState(), 1)).toEqual(handedOver);
    app.dispatch(received(message(1, 6, { author: ana, sentAt: "2026-01-05T10:01:00.000Z" })));
    expect(noteOf(app.getState(), 1)).toEqual(handedOver);
    app.dispatch(received(message(1, 7, { author: radu, sentAt: "2026-01-05T10:02:00.000Z" })));
    expect(noteOf(app.getState(), 1)).toBeNull();
    const released = start(own({ cursor: 5, takeOver: heldBy(radu), handedOver }));
    acted(released, heldBy(radu, { seq: 6, isDeleted: true }));
    expect(noteOf(released.getState(), 1)).toBeNull();
  });
});
