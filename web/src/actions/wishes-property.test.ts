import fc from "fast-check";
import { expect, test } from "vitest";
import { messageAt } from "../state/history/message-log.ts";
import type { MessageAction, Participant } from "../state/entities.ts";
import type { Effect } from "../state/shape.ts";
import { acted, likeBy, openActsPage } from "../testing/acts.ts";
import { callError } from "../testing/call-errors.ts";
import { shownOf } from "../testing/held-history.ts";
import { ana, mia, message } from "../testing/people.ts";
import type { TestApp } from "../testing/test-app.ts";
import { hasOwnLike, isLiked, likesOf } from "../state/messages/shown-actions.ts";

/** A server with one message. Each change of a like is the next event in the log. */
function createLikesServer() {
  const likes = new Map<string, MessageAction>();
  const log: MessageAction[] = [];
  return {
    log,
    act(person: Participant, isWanted: boolean): number {
      const before = likes.get(person.kind);
      if (isWanted !== (before?.isDeleted === false)) {
        log.push(likeBy(person, log.length + 2, { isDeleted: !isWanted }));
        likes.set(person.kind, log.at(-1)!);
      }
      return likes.get(person.kind)?.seq ?? 0;
    },
    likes: () => [...likes.values()].filter(({ isDeleted }) => !isDeleted),
  };
}
type LikesServer = ReturnType<typeof createLikesServer>;

/** Ana's device, with queues of its calls, their responses and live events. */
interface Device {
  app: TestApp;
  calls: { readonly asked: Effect<"call-act">; readonly by: TestApp }[];
  answers: (() => void)[];
  live: MessageAction[];
  last: boolean | null;
  taken: boolean | null;
}

function start(device: Device, server: LikesServer): void {
  const likes = server.likes();
  const cursor = server.log.length + 1;
  const shown = { actions: likes, likesTotal: likes.length, updatedSeq: cursor };
  const app = openActsPage(ana, shown, { cursor });
  app.perform({ "call-act": (effect) => device.calls.push({ asked: effect, by: app }) });
  Object.assign(device, { app, answers: [], live: [], last: null, taken: null });
}

/** The server handles a device's oldest call. The response arrives later, if the page still exists. */
function serve(device: Device, server: LikesServer): void {
  const call = device.calls.shift();
  if (!call) return;
  const { app } = device;
  const { isWanted } = call.asked.wish;
  const seq = server.act(ana, isWanted);
  if (call.by !== app) return;
  device.taken = isWanted;
  device.answers.push(() => app.dispatch({ type: "actions/answered", key: call.asked.key, seq }));
}

function fail(device: Device, server: LikesServer, isTaken: boolean): void {
  const [call] = device.calls;
  if (call?.by !== device.app) return;
  if (isTaken) serve(device, server);
  else device.calls.shift();
  device.answers = [];
  // ACT-4a: a wish made after the failed one is kept.
  if (device.last === call.asked.wish.isWanted) device.last = null;
  device.app.dispatch({ type: "actions/failed", key: call.asked.key, error: callError("timeout"), holder: null });
}

function wish(device: Device): void {
  const { app } = device;
  const isWanted = !isLiked(app.getState(), first(app));
  device.last = isWanted;
  const named = { roomId: 1, messageId: message(1, 1).id, messageSeq: 1, authorKind: "erp" } as const;
  app.dispatch({ type: "actions/wished", kind: "like", origin: "message", isWanted, ...named });
  expect(isLiked(app.getState(), first(app))).toBe(isWanted);
}

const first = (app: TestApp) => messageAt(shownOf(app, 1).log, 0)!;

function catchUp({ app, live }: Device, server: LikesServer): void {
  live.splice(0);
  const cursor = app.getState().rooms.byId[1]!.cursor;
  app.dispatch(acted(...server.log.filter(({ seq }) => seq > cursor)));
}

function expectOthersRight({ app }: Device): void {
  const state = app.getState();
  const shown = first(app);
  const others = likesOf(state, shown) - Number(isLiked(state, shown));
  expect(others).toBe(shown.likesTotal - Number(hasOwnLike(state, shown)));
}

const toggleOther = (server: LikesServer): void =>
  void server.act(
    mia,
    server.likes().every(({ person }) => person !== mia),
  );

function settle(devices: readonly Device[], server: LikesServer): void {
  for (const { app } of devices) app.clock.pass(60_000);
  while (devices.some(({ calls, answers }) => calls.length + answers.length > 0)) {
    for (const device of devices) {
      serve(device, server);
      device.answers.shift()?.();
    }
  }
}

/** After catching up the device shows the server's state, and its newest wish is the last one accepted. */
function expectTruth(device: Device, server: LikesServer): void {
  catchUp(device, server);
  const state = device.app.getState();
  const isLikedByAna = server.likes().some(({ person }) => person === ana);
  expect([isLiked(state, first(device.app)), likesOf(state, first(device.app))]).toEqual([
    isLikedByAna,
    server.likes().length,
  ]);
  expect(state.wishes).toEqual({});
  if (device.last !== null && device.taken !== null) expect(device.taken).toBe(device.last);
}

const step = fc.record({
  kind: fc.constantFrom(
    ...(["wish", "wish", "wish", "serve", "serve", "answer", "answer", "live", "live"] as const),
    ...(["lose", "catch-up", "reload", "fail", "fail-late", "other"] as const),
  ),
  on: fc.constantFrom(0, 1),
});

test("[ACT-4] any order of responses, live events, catch-ups and reloads of two devices ends with one count and the last wish", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const server = createLikesServer();
      const devices = [0, 1].map(() => {
        const device = { calls: [] } as unknown as Device;
        start(device, server);
        return device;
      });
      let sent = 0;
      for (const { kind, on } of steps) {
        const device = devices[on]!;
        const happen: Record<typeof kind, () => void> = {
          wish: () => wish(device),
          serve: () => serve(device, server),
          answer: () => device.answers.shift()?.(),
          live: () => device.app.dispatch(acted(...device.live.splice(0, 1))),
          lose: () => void device.live.splice(0, 1),
          "catch-up": () => catchUp(device, server),
          reload: () => start(device, server),
          fail: () => fail(device, server, false),
          "fail-late": () => fail(device, server, true),
          other: () => toggleOther(server),
        };
        happen[kind]();
        for (const event of server.log.slice(sent)) for (const each of devices) each.live.push(event);
        sent = server.log.length;
        for (const each of devices) expectOthersRight(each);
      }
      settle(devices, server);
      for (const device of devices) expectTruth(device, server);
    }),
  );
});
