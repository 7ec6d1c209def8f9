import type { CallError, RoomEvent } from "../state/entities.ts";
import type { CaughtUp } from "../state/connection/connection-state.ts";
import type { PayloadKinds } from "../state/transition.ts";
import type { ModelServer } from "./model-server.ts";
import { signedInAna } from "./people.ts";
import { createTestApp, type TestApp } from "./test-app.ts";
import type { AppEvent, Effect } from "../state/shape.ts";
import { callError } from "./call-errors.ts";

type CallName =
  | "call-rooms-page"
  | "call-unread"
  | "call-view-room"
  | "call-fetch-room"
  | "call-newest-messages"
  | "call-older-messages"
  | "call-newer-messages"
  | "call-messages-around"
  | "call-publish"
  | "call-mark-read"
  | "call-act"
  | "call-arrange-room"
  | "call-me"
  | "call-offer"
  | "call-sync";

/** A call in flight: on its way to the server, or on its way back with the response. */
interface Call {
  readonly effect: Effect<CallName>;
  readonly asked: CaughtUp["asked"];
  readonly answer: AppEvent | null;
}

/** Ana's page, a model server, and everything in flight between them, under the test's control. */
export interface ModelClient {
  readonly app: TestApp;
  readonly wire: RoomEvent[];
  /** Sends an event from the server; a page that is not subscribed misses it. */
  readonly send: (event: RoomEvent) => void;
  readonly deliver: (events: readonly RoomEvent[]) => void;
  readonly cut: () => void;
  readonly back: () => void;
  /** Moves the call at an index (modulo their number) one step: to the server, or back to the page. */
  readonly advance: (index: number) => void;
  readonly fail: (index: number) => void;
  readonly failAll: () => void;
  readonly sendHeads: () => void;
  /** Delivers everything, completes every call and runs all timers. */
  readonly settle: () => void;
}

const offline = callError("offline");
const notFound: CallError = { ...offline, code: "not_found" };

/** Opens a page that registers these event kinds, has requested its list and is subscribed; nothing has arrived yet. */
export function openModelClient(server: ModelServer, kinds: PayloadKinds = {}): ModelClient {
  const app = createTestApp("ready", kinds);
  const calls = followCalls(app, server);
  let isListening = false;
  const wire: RoomEvent[] = [];

  const deliver = (events: readonly RoomEvent[]): void => {
    const known = events.filter((event) => event.kind !== "payload" || app.kinds[event.name] !== undefined);
    if (known.length > 0) app.dispatch({ type: "sync/events-received", events: known });
    // The page only learns that there was an unknown live event.
    if (known.length < events.length) app.dispatch({ type: "sync/asked" });
  };
  const sendHeads = (): void => {
    if (isListening) app.dispatch({ type: "sync/heads-received", ...server.heads() });
  };
  const back = (): void => {
    if (isListening) return;
    isListening = true;
    app.dispatch({ type: "connection/connected" });
    app.dispatch({ type: "connection/listening" });
  };
  const cut = (): void => {
    isListening = false;
    wire.length = 0;
    app.dispatch({ type: "connection/lost" });
  };
  const settle = (): void => {
    back();
    for (let quiet = 0, turns = 0; quiet < 3; turns += 1) {
      if (turns > 300) throw new Error("the page never comes to rest");
      quiet = calls.count() + wire.length === 0 ? quiet + 1 : 0;
      deliver(wire.splice(0));
      sendHeads();
      calls.advanceAll();
      app.clock.pass(5000);
    }
  };

  app.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  app.arriveAt("/");
  app.dispatch({ type: "session/started" });
  back();
  const { advance, fail, failAll } = calls;
  const send = (event: RoomEvent): void => void (isListening && wire.push(event));
  return { app, wire, send, deliver, cut, back, advance, fail, failAll, sendHeads, settle };
}

function followCalls(app: TestApp, server: ModelServer) {
  let calls: Call[] = [];
  const ask = (effect: Effect<CallName>): void =>
    void calls.push({ effect, asked: app.getState().rooms.byId, answer: null });
  const names = Object.keys(answers);
  app.perform(Object.fromEntries(names.map((name) => [name, ask])));

  const take = (index: number): Call | undefined => calls.splice(index % Math.max(1, calls.length), 1)[0];
  const fail = (index: number): void => {
    const call = take(index);
    if (call) app.dispatch(failureOf(call.effect));
  };
  const advance = (index: number): void => {
    const call = take(index);
    if (call?.answer) app.dispatch(call.answer);
    else if (call) calls = [...calls, { ...call, answer: answerOf(server, call) }];
  };
  return {
    fail,
    advance,
    count: () => calls.length,
    /** Completes every call, including calls that responses cause. Fails the test if the page never stops calling. */
    advanceAll: () => {
      for (let advanced = 0; calls.length > 0; advanced += 1) {
        if (advanced > 10_000)
          throw new Error(`the page calls for ever: ${calls.map(({ effect }) => effect.type).join()}`);
        advance(0);
      }
    },
    failAll: () => {
      for (let left = calls.length; left > 0; left -= 1) fail(0);
    },
  };
}

const answers: {
  readonly [Name in CallName]: (server: ModelServer, effect: Effect<Name>, asked: CaughtUp["asked"]) => AppEvent;
} = {
  "call-rooms-page": (server, { page }) => ({ type: "rooms/page-loaded", ...server.roomsPage(page) }),
  "call-unread": (server) => ({ type: "rooms/unread-loaded", unread: server.unread() }),
  "call-view-room": (server, { roomRef }) => {
    const room = server.roomOf(Number(roomRef.slice("oferta.".length)) - 10_000);
    return room ? { type: "room/viewed", roomRef, room } : { type: "room/open-failed", roomRef, error: notFound };
  },
  "call-fetch-room": (server, { roomId }) => {
    const room = server.roomOf(roomId);
    return room ? { type: "rooms/room-fetched", room } : { type: "rooms/room-gone", roomId };
  },
  "call-newest-messages": (server, { roomId }) => {
    const page = server.messagesPage(roomId);
    return page
      ? { type: "messages/newest-loaded", roomId, page }
      : { type: "messages/newest-failed", roomId, error: notFound };
  },
  "call-older-messages": (server, { roomId, beforeSeq }) => {
    const page = server.messagesPage(roomId, beforeSeq);
    return page
      ? { type: "messages/older-loaded", roomId, beforeSeq, page }
      : { type: "messages/older-failed", roomId, error: notFound };
  },
  "call-newer-messages": (server, { roomId, afterSeq }) => {
    const page = server.messagesAfter(roomId, afterSeq);
    return page
      ? { type: "messages/newer-loaded", roomId, afterSeq, page }
      : { type: "messages/newer-failed", roomId, error: notFound };
  },
  "call-messages-around": (server, { roomId, aroundSeq }) => {
    const page = server.messagesAround(roomId, aroundSeq);
    return page
      ? { type: "messages/around-loaded", roomId, aroundSeq, page }
      : { type: "messages/around-failed", roomId, aroundSeq, error: notFound };
  },
  "call-publish": (server, { roomId, clientId }) => {
    const message = server.publish(signedInAna, roomId, clientId);
    return message
      ? { type: "outbox/published", clientId, message }
      : { type: "outbox/publish-failed", roomId, clientId, error: notFound };
  },
  "call-mark-read": (server, { roomId, upto }) => {
    const readSeq = server.read(signedInAna, roomId, upto);
    return readSeq === null
      ? { type: "messages/read-failed", roomId, error: notFound }
      : { type: "messages/read", roomId, upto, readSeq };
  },
  "call-act": (server, { key, wish: { roomId, messageId, isWanted } }) => {
    const seq = server.like(signedInAna, roomId, messageId, isWanted);
    return seq === null
      ? { type: "actions/failed", key, error: notFound, holder: null }
      : { type: "actions/answered", key, seq };
  },
  "call-arrange-room": (server, { key, wish }) => ({
    type: "own-rooms/answered",
    key,
    me: wish.kind === "mark" ? server.mark(wish.roomId, wish.from) : server.self(),
  }),
  "call-me": (server) => ({ type: "session/me-loaded", me: server.self() }),
  "call-offer": (server, { offerNumber }) => ({
    type: "offers/loaded",
    offer: server.offerOf(offerNumber - 10_000),
  }),
  "call-sync": (server, { epoch, cursors }, asked) => ({
    type: "sync/answered",
    answer: { ...server.sync(epoch, cursors), asked },
  }),
};

const failures: { readonly [Name in CallName]: (effect: Effect<Name>) => AppEvent } = {
  "call-rooms-page": () => ({ type: "rooms/page-failed", error: offline }),
  "call-unread": () => ({ type: "rooms/unread-failed", error: offline }),
  "call-view-room": ({ roomRef }) => ({ type: "room/open-failed", roomRef, error: offline }),
  "call-fetch-room": ({ roomId }) => ({ type: "rooms/fetch-failed", roomId, error: offline }),
  "call-newest-messages": ({ roomId }) => ({ type: "messages/newest-failed", roomId, error: offline }),
  "call-older-messages": ({ roomId }) => ({ type: "messages/older-failed", roomId, error: offline }),
  "call-newer-messages": ({ roomId }) => ({ type: "messages/newer-failed", roomId, error: offline }),
  "call-messages-around": ({ roomId, aroundSeq }) => ({
    type: "messages/around-failed",
    roomId,
    aroundSeq,
    error: offline,
  }),
  "call-publish": ({ roomId, clientId }) => ({ type: "outbox/publish-failed", roomId, clientId, error: offline }),
  "call-mark-read": ({ roomId }) => ({ type: "messages/read-failed", roomId, error: offline }),
  "call-act": ({ key }) => ({ type: "actions/failed", key, error: offline, holder: null }),
  "call-arrange-room": ({ key }) => ({ type: "own-rooms/failed", key, error: offline }),
  "call-me": () => ({ type: "sync/asked" }),
  "call-offer": ({ offerNumber }) => ({ type: "offers/failed", offerNumber, error: offline }),
  "call-sync": () => ({ type: "sync/failed", error: offline, chance: 0.5 }),
};

function answerOf<Name extends CallName>(
  server: ModelServer,
  { effect, asked }: { effect: Effect<Name>; asked: CaughtUp["asked"] },
): AppEvent {
  const answer: (typeof answers)[Name] = answers[effect.type];
  return answer(server, effect, asked);
}

function failureOf<Name extends CallName>(effect: Effect<Name>): AppEvent {
  const failure: (typeof failures)[Name] = failures[effect.type];
  return failure(effect);
}
