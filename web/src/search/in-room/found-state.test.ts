import { describe, expect, test } from "vitest";
import { openWriting } from "../../testing/amends.ts";
import { callError } from "../../testing/call-errors.ts";
import { message, room } from "../../testing/people.ts";
import {
  answer,
  down,
  fail,
  found,
  hit,
  next,
  positionAndCount,
  questions,
  searching,
  ways,
} from "../../testing/searches.ts";
import { createAnasApp } from "../../testing/test-app.ts";
import { typedPauseMs } from "../../state/search/typed-search.ts";

describe("a found message", () => {
  test("[FIND-4a] opens its room around it", () => {
    const app = createAnasApp(room(1, { cursor: 200 }));
    app.dispatch(hit);
    expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10001?m=57", replace: false }]);
    expect(app.getState().openRoom).toEqual({ phase: "open", roomId: 1 });
    expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 57 }]);
    expect(found(app)).toMatchObject({ text: "ambreiaj", seq: 57, seqs: [180, 57], fieldAsked: 0 });
  });

  test("[FIND-4a] opens its room even if unlisted, once that is loaded", () => {
    const app = createAnasApp();
    app.dispatch(hit);
    expect(app.getState().openRoom.phase).toBe("opening");
    app.dispatch({ type: "room/viewed", roomRef: "oferta.10001", room: room(1, { cursor: 200 }) });
    expect(app.asked("call-messages-around")).toEqual([{ type: "call-messages-around", roomId: 1, aroundSeq: 57 }]);
    expect(found(app).seq).toBe(57);
  });

  test("[FIND-4d] its position is known once the pages down to it have loaded, whatever the results had named", () => {
    const app = createAnasApp(room(1, { cursor: 200 }));
    app.dispatch(hit);
    expect(positionAndCount(app)).toEqual([null, 2]);
    answer(app, down(200, 151), { hasMore: true });
    expect(positionAndCount(app)).toEqual([null, 51]);
    answer(app, down(150, 101), { hasMore: true });
    answer(app, [100, 57, 12]);
    expect(questions(app)).toEqual(["ambreiaj 1", "ambreiaj 2", "ambreiaj 3"]);
    expect(positionAndCount(app)).toEqual([102, 103]);
    expect(ways(app)).toEqual([]);
  });

  test("[FIND-4d] keeps its position when it no longer matches", () => {
    const app = createAnasApp(room(1, { cursor: 200 }));
    app.dispatch(hit);
    answer(app, [180, 12]);
    expect([positionAndCount(app), found(app).seqs]).toEqual([
      [2, 3],
      [180, 57, 12],
    ]);
  });

  test.each([
    ["a room that was left or closed", "/"],
    ["another room", "/view/oferta.10002"],
  ])("[FIND-4k] disappears with its room: %s", (_name, address) => {
    const app = createAnasApp(room(1, { cursor: 200 }), room(2));
    app.dispatch(hit);
    app.forget();
    app.arriveAt(address);
    expect([app.getState().found, app.asked("abort-found").length]).toEqual([null, 1]);
  });

  test("[FIND-4k] leaves nothing in a room that the person is no longer in", () => {
    const app = createAnasApp();
    app.dispatch(hit);
    app.dispatch({ type: "room/open-failed", roomRef: "oferta.10001", error: callError("forbidden") });
    expect([app.getState().found, app.getState().openRoom.phase]).toEqual([null, "failed"]);
  });
});

describe("searching inside a conversation", () => {
  test("[FIND-4f] is for the open room only, and asking again focuses the field", () => {
    const app = openWriting();
    app.dispatch({ type: "found/opened", roomId: 2 });
    expect(app.getState().found).toBeNull();
    app.dispatch({ type: "found/opened", roomId: 1 });
    app.dispatch({ type: "found/typed", text: "fil" });
    app.dispatch({ type: "found/opened", roomId: 1 });
    expect(found(app)).toMatchObject({ text: "fil", fieldAsked: 2 });
  });

  test("[FIND-4d] starts at the third letter or digit, 150 ms after the last key, and cancels calls in flight", () => {
    const app = searching();
    for (const text of ["a", "a-m", "a-m "]) app.dispatch({ type: "found/typed", text });
    app.clock.pass(1000);
    expect([questions(app), found(app).phase]).toEqual([[], "idle"]);
    app.dispatch({ type: "found/typed", text: "a-mb" });
    app.clock.pass(149);
    app.dispatch({ type: "found/typed", text: "a-mbr" });
    app.clock.pass(149);
    expect(questions(app)).toEqual([]);
    app.clock.pass(1);
    expect(questions(app)).toEqual(["a-mbr 1"]);
    app.forget();
    app.dispatch({ type: "found/typed", text: "am" });
    expect(app.asked("abort-found")).toHaveLength(1);
  });

  test("[FIND-4d] Enter does not wait for the pause", () => {
    const app = searching();
    app.dispatch({ type: "found/typed", text: "ambr" });
    app.dispatch(next);
    app.clock.pass(1000);
    expect(questions(app)).toEqual(["ambr 1"]);
  });

  test("[FIND-4d] a response to an earlier text changes nothing, and the newest match is shown", () => {
    const app = searching("ambr");
    app.dispatch({ type: "found/typed", text: "ambreiaj" });
    answer(app, [50]);
    expect(found(app)).toMatchObject({ phase: "waiting", seqs: [] });
    app.clock.pass(typedPauseMs);
    answer(app, [40, 30]);
    expect([found(app).phase, ways(app)]).toEqual(["ready", [[40, false]]]);
    answer(app, [20]);
    expect(found(app).seqs).toEqual([40, 30]);
  });

  test("[FIND-4d] no match jumps nowhere", () => {
    const app = searching("xyz");
    answer(app, []);
    app.dispatch(next);
    expect([found(app).phase, found(app).seq, ways(app)]).toEqual(["ready", null, []]);
  });

  test("[FIND-4e] closes without moving the list, and cancels calls in flight", () => {
    const app = searching("ambreiaj");
    answer(app, [3, 1]);
    app.forget();
    app.dispatch({ type: "found/closed" });
    expect([app.getState().found, ways(app), app.asked("abort-found").length]).toEqual([null, [], 1]);
    app.dispatch({
      type: "found/page-loaded",
      roomId: 1,
      text: "ambreiaj",
      page: 2,
      seqs: [1],
      hasMore: false,
      isPartial: false,
    });
    expect(app.getState().found).toBeNull();
  });
});

describe("[FIND-4h] a search", () => {
  test("without a connection covers loaded messages at once, until the server responds", () => {
    const app = searching();
    app.dispatch({ type: "connection/lost" });
    app.dispatch({ type: "found/typed", text: "AMBREIAJ" });
    app.clock.pass(typedPauseMs);
    expect(found(app)).toMatchObject({ local: "offline", seqs: [3, 1], seq: 3 });
    fail(app, "offline");
    expect(found(app)).toMatchObject({ local: "offline", seqs: [3, 1], seq: 3, phase: "failed" });
    app.dispatch(next);
    expect(found(app).seq).toBe(1);
    app.forget();
    app.clock.pass(2000);
    expect(questions(app)).toEqual(["AMBREIAJ 1"]);
    answer(app, [900, 3, 1]);
    expect(found(app)).toMatchObject({ local: null, seqs: [900, 3, 1], seq: 1, phase: "ready" });
  });

  test("that times out also covers loaded messages, but never deleted ones", () => {
    const app = searching("vechi");
    fail(app, "timeout");
    expect(found(app)).toMatchObject({ local: "offline", seqs: [3] });
    const app2 = openWriting([message(1, 1, { text: "vechi", isDeleted: true })]);
    app2.dispatch({ type: "found/opened", roomId: 1 });
    app2.dispatch({ type: "found/typed", text: "vechi" });
    app2.clock.pass(typedPauseMs);
    fail(app2, "timeout");
    expect(found(app2).seqs).toEqual([]);
  });

  test("that the server refuses gives the reason, and is repeated on request", () => {
    const app = searching("ambreiaj");
    fail(app, "invalid");
    expect(found(app)).toMatchObject({ phase: "failed", local: null, error: { code: "invalid" } });
    app.clock.pass(60_000);
    expect(questions(app)).toHaveLength(1);
    app.dispatch({ type: "found/again-asked" });
    answer(app, [3]);
    expect(found(app)).toMatchObject({ phase: "ready", error: null, seq: 3 });
  });

  test("that the server ended early stays marked as such", () => {
    const app = searching("ambreiaj");
    answer(app, [90], { hasMore: true, isPartial: true });
    app.dispatch(next);
    answer(app, [80]);
    expect(found(app)).toMatchObject({ isPartial: true, seq: 80 });
  });
});

test("[FIND-4h] a visitor searches loaded messages, and the server is not asked", () => {
  const app = searching("ambreiaj", { isMember: false });
  expect([questions(app), found(app).seqs, found(app).phase, found(app).local]).toEqual([
    [],
    [3, 1],
    "ready",
    "visitor",
  ]);
  app.dispatch(next);
  app.dispatch(next);
  expect([questions(app), found(app).seq]).toEqual([[], 3]);
});

describe("[FIND-4j] a line of an offer", () => {
  const line = {
    type: "found/line-opened",
    roomId: 1,
    offerId: 10_001,
    lineId: 7,
    text: "filtru",
    isWide: false,
  } as const;

  test("is shown as soon as its room is open, even if it was open before", () => {
    for (const app of [createAnasApp(room(1)), createAnasApp()]) {
      app.dispatch(line);
      if (app.getState().openRoom.phase !== "open") {
        expect(app.getState().offerView).toMatchObject({ isSheetOpen: false, asked: null });
        app.dispatch({ type: "room/viewed", roomRef: "oferta.10001", room: room(1) });
      }
      const asked = { offerNumber: 10_001, target: { kind: "line", id: 7 } };
      expect(app.getState().offerView).toMatchObject({ isSheetOpen: true, asked });
      expect(app.asked("navigate")).toEqual([{ type: "navigate", to: "/view/oferta.10001", replace: false }]);
    }
  });

  test("in the open room is shown again each time", () => {
    const app = createAnasApp(room(1));
    for (const _time of [1, 2]) {
      app.dispatch(line);
      expect(app.getState().offerView.asked).not.toBeNull();
      app.dispatch({ type: "offers/target-shown" });
    }
  });

  test("[FIND-4j] disappears with its room, along with its offer; closed there, it is no longer marked", () => {
    const app = createAnasApp(room(1));
    app.dispatch(line);
    app.arriveAt("/");
    expect(app.getState()).toMatchObject({ foundLine: null, offerView: { isSheetOpen: false } });
    app.dispatch(line);
    app.dispatch({ type: "offers/sheet-closed" });
    expect(app.getState().foundLine).toBeNull();
  });

  test("opens no other room's offer", () => {
    const app = createAnasApp(room(2));
    app.dispatch(line);
    app.arriveAt("/view/oferta.10002");
    expect(app.getState()).toMatchObject({ foundLine: null, offerView: { isSheetOpen: false, asked: null } });
  });
});
