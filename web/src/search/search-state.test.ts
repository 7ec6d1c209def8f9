import { describe, expect, test } from "vitest";
import { callError } from "../testing/call-errors.ts";
import { room } from "../testing/people.ts";
import { createAnasApp, type TestApp } from "../testing/test-app.ts";
import { entryOf } from "./search-entry.ts";
import type { FoundRoom, SearchView } from "../state/search/search-shape.ts";

const found = (id: number): FoundRoom => ({ room: room(id), finds: [], hits: [] });
const panel = (app: TestApp) => app.getState().searchPanel!;
const results = (app: TestApp) => app.getState().searchResults!;
const texts = (app: TestApp): string[] => app.asked("call-search").map(({ input }) => input.text);
const type = (app: TestApp, text: string): void => app.dispatch({ type: "search/typed", text });

function opened(...typed: readonly string[]): TestApp {
  const app = createAnasApp(room(1), room(2));
  app.dispatch({ type: "search/panel-opened", isChange: false });
  for (const text of typed) type(app, text);
  return app;
}

function answer(app: TestApp, view: SearchView, ids: readonly number[], isEnded = true): void {
  const { callId, page } = app.asked("call-search").at(-1)!;
  app.dispatch({ type: "search/answered", view, callId, page, rooms: ids.map(found), isEnded, isPartial: false });
}

function shown(ids: readonly number[], isEnded = true): TestApp {
  const app = opened("frână");
  app.clock.pass(150);
  answer(app, "panel", ids, isEnded);
  app.dispatch({ type: "search/results-asked" });
  return app;
}

describe("the panel", () => {
  test("[FIND-3c] searches 150 ms after the last key, restarted by each key", () => {
    const app = opened("fra");
    app.clock.pass(149);
    type(app, "fran");
    app.clock.pass(149);
    expect(texts(app)).toEqual([]);
    app.clock.pass(1);
    expect(texts(app)).toEqual(["fran"]);
  });

  test.each([
    ["", false],
    ["fr", false],
    ["f-r", false],
    ["ș ț", false],
    ["f-r-a", true],
    ["1K0", true],
  ] as const)("[FIND-3c] searches from 3 letters and digits on: %s", (text, isAsked) => {
    const app = opened(text);
    app.clock.pass(1000);
    expect(texts(app)).toEqual(isAsked ? [text] : []);
  });

  test("[FIND-3c] cancels the call at the next key, and drops its response", () => {
    const app = opened("fra");
    app.clock.pass(150);
    const { callId } = app.asked("call-search")[0]!;
    type(app, "fran");
    expect(app.asked("abort-search")).toEqual([{ type: "abort-search", callId }]);
    app.dispatch({
      type: "search/answered",
      view: "panel",
      callId,
      page: 1,
      rooms: [found(9)],
      isEnded: true,
      isPartial: false,
    });
    expect(panel(app).rooms).toEqual([]);
    app.clock.pass(150);
    answer(app, "panel", [7]);
    expect(panel(app).rooms.map(({ room: { id } }) => id)).toEqual([7]);
  });

  test("[FIND-3c] ignores a trailing blank, and searches nothing once closed", () => {
    const app = opened("frână");
    app.clock.pass(150);
    answer(app, "panel", [1]);
    type(app, "frână ");
    app.clock.pass(1000);
    expect([texts(app), panel(app).phase]).toEqual([["frână"], "ready"]);
    type(app, "frână f");
    app.dispatch({ type: "search/panel-closed" });
    app.clock.pass(1000);
    expect(texts(app)).toEqual(["frână"]);
  });
});

describe("a failure", () => {
  function failed(code: "offline" | "too_many_requests", seconds: number | null = null): TestApp {
    const app = opened("frână");
    app.clock.pass(150);
    const { callId } = app.asked("call-search")[0]!;
    app.dispatch({ type: "search/failed", view: "panel", callId, error: callError(code, seconds ?? undefined) });
    app.forget();
    return app;
  }

  test("[FIND-3d] is retried once the connection shows signs of life", () => {
    const app = failed("offline");
    expect(panel(app).error?.code).toBe("offline");
    app.dispatch({ type: "connection/listening" });
    expect([texts(app), panel(app).phase]).toEqual([["frână"], "loading"]);
  });

  test("[FIND-3d] is not retried before Retry-After, whatever is typed, and then with the current text", () => {
    const app = failed("too_many_requests", 5);
    type(app, "frână spate");
    app.clock.pass(4000);
    expect([texts(app), panel(app).phase]).toEqual([[], "failed"]);
    app.clock.pass(1000);
    expect(texts(app)).toEqual(["frână spate"]);
  });

  test("[FIND-3d] is cancelled and dropped when the person's session ends", () => {
    const app = opened("frână");
    app.clock.pass(150);
    app.dispatch({ type: "session/ended-elsewhere" });
    expect(app.asked("abort-search")).toHaveLength(1);
    const { searchPanel, searchResults, recentSearches } = app.getState();
    expect([searchPanel, searchResults, recentSearches]).toEqual([null, null, []]);
  });
});

describe("the results", () => {
  test("[FIND-3f][FIND-3l] take over the panel's matches, and their words go only to the history", () => {
    const app = shown([7, 8]);
    expect([app.getState().searchPanel, results(app).rooms.length, texts(app)]).toEqual([null, 2, ["frână"]]);
    const [go] = app.asked("navigate");
    expect([go?.to, go?.entry]).toEqual(["/search", entryOf(results(app), "customer.1")]);
    expect(app.asked("save-recent-search").map(({ text }) => text)).toEqual(["frână"]);
  });

  test("[FIND-3f] close the selection, and close at the list's address", () => {
    const app = createAnasApp(room(1));
    app.arriveAt("/view/oferta.10001");
    app.dispatch({ type: "search/results-asked", text: "frână" });
    app.arriveAt("/search");
    expect(app.getState().openRoom.phase).toBe("none");
    app.arriveAt("/");
    expect(app.getState().searchResults).toBeNull();
    expect(app.asked("abort-search")).toHaveLength(1);
  });

  test.each([
    ["the conversation that was open before", "/view/oferta.10001", "/view/oferta.10001"],
    ["the list where none was", "/", "/"],
  ])("[FIND-3f] closed return to %s, even after a changed search", (_name, before, after) => {
    const app = createAnasApp(room(1), room(2));
    app.arriveAt(before);
    app.dispatch({ type: "search/results-asked", text: "frână" });
    app.arriveAt("/search");
    app.dispatch({ type: "search/results-asked", text: "ambreiaj" });
    app.arriveAt("/search");
    app.forget();
    app.dispatch({ type: "search/results-closed" });
    expect(app.asked("navigate-back").map(({ to }) => to)).toEqual([after]);
    expect(app.getState().searchResults).toBeNull();
  });

  test("[FIND-3f] return to the list when closed if that conversation is gone", () => {
    const app = createAnasApp(room(1));
    app.arriveAt("/view/oferta.10001");
    app.dispatch({ type: "search/results-asked", text: "frână" });
    app.arriveAt("/search");
    app.dispatch({ type: "rooms/room-gone", roomId: 1 });
    app.forget();
    app.dispatch({ type: "search/results-closed" });
    expect(app.asked("navigate-back").map(({ to }) => to)).toEqual(["/"]);
  });

  test("[FIND-3f] return, when closed after a reload, to the conversation open before, loaded or not", () => {
    const before = createAnasApp(room(1));
    before.arriveAt("/view/oferta.10001");
    before.dispatch({ type: "search/results-asked", text: "frână" });
    const app = createAnasApp();
    app.dispatch({
      type: "address/arrived",
      path: "/search",
      search: "",
      entry: entryOf(results(before), "customer.1"),
    });
    app.forget();
    app.dispatch({ type: "search/results-closed" });
    expect(app.asked("navigate-back").map(({ to }) => to)).toEqual(["/view/oferta.10001"]);
  });

  test("[FIND-3l] of a history entry load again after a reload, but never another person's", () => {
    const before = results(shown([7]));
    for (const [owner, asked] of [
      ["customer.1", ["frână"]],
      ["erp.2", []],
    ] as const) {
      const app = createAnasApp(room(1));
      app.dispatch({ type: "address/arrived", path: "/search", search: "", entry: entryOf(before, owner) });
      expect(texts(app)).toEqual(asked);
    }
  });

  test("[FIND-3g] stay the same while a hit is open and afterwards, and closing its room returns to them", () => {
    const app = shown([1]);
    const before = results(app);
    app.arriveAt("/search");
    app.arriveAt("/view/oferta.10001?m=3");
    app.forget();
    app.dispatch({ type: "room/close-asked" });
    expect(app.asked("navigate-back")).toEqual([{ type: "navigate-back", to: "/search" }]);
    expect(app.asked("navigate").map(({ to, replace }) => [to, replace])).toEqual([["/search", true]]);
    app.dispatch({ type: "address/arrived", path: "/search", search: "", entry: entryOf(before, "customer.1") });
    expect([results(app), texts(app)]).toEqual([before, []]);
  });

  test("[FIND-3j] are searched again with a filter, which their entry includes", () => {
    const app = shown([7]);
    app.arriveAt("/search");
    app.forget();
    app.dispatch({ type: "search/filtered", view: "results", filters: { hasFile: true } });
    expect(app.asked("call-search")).toMatchObject([{ page: 1, input: { text: "frână", hasFile: true } }]);
    expect(app.asked("navigate")).toMatchObject([
      { to: "/search", replace: true, entry: { search: { hasFile: true } } },
    ]);
  });

  test("[FIND-3j] load page by page, each room once, to the end", () => {
    const app = shown([7, 8], false);
    app.forget();
    app.dispatch({ type: "search/more-asked" });
    app.dispatch({ type: "search/more-asked" });
    expect(app.asked("call-search")).toMatchObject([{ page: 2 }]);
    answer(app, "results", [8, 9]);
    expect(results(app).rooms.map(({ room: { id } }) => id)).toEqual([7, 8, 9]);
    app.forget();
    app.dispatch({ type: "search/more-asked" });
    expect(texts(app)).toEqual([]);
  });

  test("[FIND-3j] drop a room that the person is no longer in", () => {
    const app = shown([1, 7]);
    app.dispatch({ type: "rooms/removed", roomId: 1 });
    expect(results(app).rooms.map(({ room: { id } }) => id)).toEqual([7]);
  });
});
