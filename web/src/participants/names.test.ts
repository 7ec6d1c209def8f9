import { lookupIdsMax } from "@cuplaj/protocol/limits.ts";
import { expect, test } from "vitest";
import { someReaders, unnamedReaders } from "../conversation/message-state.tsx";
import { callError } from "../testing/call-errors.ts";
import { outsideOf } from "../testing/outside.ts";
import { ana, message, radu, readBy, room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { lateRunners } from "./late-runners.ts";

const ioana = { id: 71, name: "Ioana Stan", kind: "erp" } as const;

test("[USR-2c] unknown ids are looked up once, as every kind, within the limit per call", () => {
  const app = createAnasApp(room(1));
  const ids = Array.from({ length: 40 }, (_, i) => 1000 + i);
  app.dispatch({ type: "people/names-wanted", ids });
  app.dispatch({ type: "people/names-wanted", ids: [...ids, 1000] });
  const calls = app.asked("call-names");
  expect(calls.flatMap((call) => call.ids)).toEqual(ids);
  for (const call of calls) expect(call.ids.length * 3).toBeLessThanOrEqual(lookupIdsMax);
});

test("[USR-2c] a member of a loaded room is named from there", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "people/names-wanted", ids: [radu.id, ana.id] });
  expect(app.asked("call-names")).toEqual([]);
  expect(app.getState().named[radu.id]).toEqual(radu);
});

test("[USR-2c] the response names people with their kind; hidden ones stay unnamed and are not requested again", async () => {
  const app = createAnasApp(room(1));
  const asked: unknown[] = [];
  const runners = lateRunners(
    outsideOf(app, (_name: string, { body }: { body: unknown }) => {
      asked.push(body);
      return Promise.resolve({ ok: true, value: { customers: [], users: [{ id: 71, name: ioana.name }], agents: [] } });
    }),
  );
  app.dispatch({ type: "people/names-wanted", ids: [71, 72] });
  runners["call-names"]({ type: "call-names", ids: [71, 72] });
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual([{ customers: [71, 72], users: [71, 72], agents: [71, 72] }]);
  expect(app.getState().named).toEqual({ 71: ioana, 72: null });
  app.dispatch({ type: "people/names-wanted", ids: [71, 72] });
  expect(app.asked("call-names")).toHaveLength(1);
});

test("[USR-2c] a failed lookup is requested again", () => {
  const app = createAnasApp(room(1));
  app.dispatch({ type: "people/names-wanted", ids: [71] });
  app.dispatch({ type: "people/names-failed", ids: [71], error: callError("timeout") });
  app.clock.pass(2000);
  expect(app.asked("call-names")).toHaveLength(2);
});

test("[USR-2c] readers are named even if the room does not name all members", () => {
  const app = createAnasApp(room(1, { membersTotal: 60 }));
  const sent = message(1, 1, { author: ana });
  app.dispatch(readBy(ioana, 1, 1, 1));
  expect(unnamedReaders(app.getState(), sent)).toEqual([71]);
  app.dispatch({ type: "people/named", people: [ioana] });
  expect(someReaders(app.getState(), sent)).toBe(ioana.name);
});
