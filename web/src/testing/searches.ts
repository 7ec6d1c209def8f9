import type { Found, FoundPage } from "../state/search/found-shape.ts";
import { typedPauseMs } from "../state/search/typed-search.ts";
import { positionOf } from "../search/in-room/found-state.ts";
import type { CallError, Room } from "../state/entities.ts";
import type { AppEvent } from "../state/shape.ts";
import { openWriting } from "./amends.ts";
import { callError } from "./call-errors.ts";
import { message } from "./people.ts";
import type { TestApp } from "./test-app.ts";

export const hit = {
  type: "found/hit-opened",
  roomId: 1,
  name: "oferta.10001",
  seq: 57,
  query: "ambreiaj",
  hits: [57, 180],
} as const;
export const next = { type: "found/walked", step: 1, isInBar: true } as const;
export const previous = { ...next, step: -1 } as const;

/** The open search. Throws without one. */
export function found(app: TestApp): Found {
  const { found: search } = app.getState();
  if (search === null) throw new Error("Nothing is searched.");
  return search;
}

function lastQuestion(app: TestApp): FoundPage {
  const { type: _call, ...question } = app.asked("call-found").at(-1) ?? { type: null, roomId: 0, text: "", page: 0 };
  return question;
}
export const positionAndCount = (app: TestApp) => [positionOf(found(app)), found(app).seqs.length];
export const questions = (app: TestApp) => app.asked("call-found").map(({ text, page }) => `${text} ${page}`);

/** The jumps of the list, and whether each one moved the focus. */
export const ways = (app: TestApp) =>
  app
    .asked("dispatch")
    .map(({ event }) => event)
    .filter((event): event is AppEvent<"messages/around-asked"> => event.type === "messages/around-asked")
    .map(({ seq, isMarked }) => [seq, isMarked]);

interface Answer {
  readonly hasMore?: boolean;
  readonly isPartial?: boolean;
}

export function answer(
  app: TestApp,
  seqs: readonly number[],
  { hasMore = false, isPartial = false }: Answer = {},
): void {
  app.dispatch({ type: "found/page-loaded", ...lastQuestion(app), seqs, hasMore, isPartial });
}

export function fail(app: TestApp, code: CallError["code"]): void {
  app.dispatch({ type: "found/failed", ...lastQuestion(app), error: callError(code) });
}

export function searching(text?: string, given: Partial<Room> = {}): TestApp {
  const app = openWriting(
    [message(1, 1, { text: "Ambreiaj Sachs" }), message(1, 2), message(1, 3, { text: "ambreiajul vechi" })],
    given,
  );
  app.dispatch({ type: "found/opened", roomId: 1 });
  if (text !== undefined) {
    app.dispatch({ type: "found/typed", text });
    app.clock.pass(typedPauseMs);
  }
  return app;
}

export const down = (from: number, to: number): readonly number[] =>
  Array.from({ length: from - to + 1 }, (_, i) => from - i);
