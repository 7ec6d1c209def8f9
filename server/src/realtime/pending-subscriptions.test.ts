import { describe, expect, test } from "vitest";
import { endOfTick } from "../kernel/clock.ts";
import { signed, startCore, testApp } from "../testing/realtime/core.ts";
import type { AdmissionVerdict, AskedSubscription } from "./realtime-options.ts";
import { revokeChannel } from "./subscriptions.ts";
import { closeSession } from "./user-sockets.ts";

const room = "presence-room";
const ana = { user_id: "1", user_info: { name: "Ana" }, session: "s1" };
const radu = { user_id: "2", user_info: { name: "Radu" }, session: "s2" };
type Question = AskedSubscription & { readonly answer: (verdict: AdmissionVerdict) => Promise<void> };

function startAsking(changes: Omit<Parameters<typeof startCore>[0] & object, "apps"> = {}) {
  const questions: Question[] = [];
  const admit = (asked: AskedSubscription): Promise<AdmissionVerdict> => {
    const { promise, resolve } = Promise.withResolvers<AdmissionVerdict>();
    const answer = async (verdict: AdmissionVerdict): Promise<void> => {
      resolve(verdict);
      await endOfTick();
    };
    questions.push(Object.assign(Object.create(asked) as AskedSubscription, { answer }));
    return promise;
  };
  const core = startCore({
    ...changes,
    apps: [
      { ...testApp, admit },
      { ...testApp, id: "8", key: "other" },
    ],
  });
  const app = core.parts.registry.appById("7");
  const question = (index: number): Question => questions[index] ?? missing();
  const connect = () => {
    const client = core.connect();
    client.wire.take();
    return client;
  };
  const leave = (userId: string): void => {
    if (app !== null) revokeChannel(app, userId, room, core.parts);
  };
  const broadcast = (channel: string): void => {
    if (app !== null) core.parts.broadcaster.deliver(app, { channels: [channel], event: "e", data: "{}" });
  };
  return { core, questions, question, connect, leave, broadcast };
}
const missing = (): never => {
  throw new Error("It was not asked");
};
const eventsOf = ({ wire }: ReturnType<ReturnType<typeof startAsking>["connect"]>) =>
  wire.take().map(({ event }) => event);
const succeeded = "pusher_internal:subscription_succeeded";

describe("a subscription that its app decides on", () => {
  test("[LIVE-2a] takes effect with the decision: undecided ones are invisible, uncounted and unannounced", async () => {
    const { core, question, connect, broadcast } = startAsking();
    const [first, second] = [connect(), connect()];
    first.subscribe(room, ana);
    await question(0).answer("admitted");
    second.subscribe(room, radu);
    broadcast(room);
    expect(eventsOf(second)).toEqual([]);
    expect(core.parts.rosters.members("7", room)).toHaveLength(1);
    expect(question(1)).toMatchObject({ channel: room, userId: "2", session: "s2" });
    await question(1).answer("admitted");
    broadcast(room);
    // Clients never learn about sessions.
    expect([...first.wire.texts, ...second.wire.texts].join()).not.toMatch(/s1|s2|session/u);
    expect(second.wire.take()).toMatchObject([
      { event: succeeded, data: { presence: { ids: ["1", "2"], hash: { "2": { name: "Radu" } } } } },
      { event: "e" },
    ]);
    expect(eventsOf(first)).toEqual([succeeded, "e", "pusher_internal:member_added", "e"]);
  });

  test("[ROOM-6c][LIVE-2a] gets 403 if refused, and no frame of the channel", async () => {
    const { core, question, connect, broadcast } = startAsking();
    const client = connect();
    client.subscribe(room, ana);
    await question(0).answer("refused");
    broadcast(room);
    expect(client.wire.take()).toMatchObject([
      { event: "pusher:subscription_error", channel: room, data: { type: "AuthError", status: 403 } },
    ]);
    expect([client.wire.closedWith, core.parts.rosters.member("7", room, "1")]).toEqual([null, null]);
    client.subscribe(room, ana);
    await question(1).answer("admitted");
    expect(eventsOf(client)).toEqual([succeeded]);
  });

  test("[AUTH-4] gets 401 if its session is over, and its socket is closed with 4009", async () => {
    const { question, connect } = startAsking();
    const client = connect();
    client.subscribe("private-user.1", ana);
    await question(0).answer("ended");
    expect(client.wire.take()).toMatchObject([
      { event: "pusher:subscription_error", data: { status: 401 } },
      { event: "pusher:error", data: { code: 4009 } },
    ]);
    expect(client.wire.closedWith?.code).toBe(4009);
  });

  test("[LIVE-1] is decided and answered once if repeated", async () => {
    const { questions, question, connect } = startAsking();
    const client = connect();
    for (let count = 0; count < 3; count += 1) client.subscribe(room, ana);
    expect([questions.length, eventsOf(client)]).toEqual([1, []]);
    await question(0).answer("admitted");
    expect(eventsOf(client)).toEqual([succeeded]);
  });

  test("[LIVE-7] counts towards the 100 of its socket", async () => {
    const { questions, question, connect } = startAsking();
    const client = connect();
    for (let index = 0; index < 101; index += 1) client.subscribe(`private-${index}`, ana);
    expect(client.wire.take()).toMatchObject([{ event: "pusher:error", data: { code: 4100 } }]);
    expect(questions).toHaveLength(100);
    await question(0).answer("refused");
    client.subscribe("private-100", ana);
    expect(questions).toHaveLength(101);
    for (const { answer } of questions) await answer("admitted");
    expect(eventsOf(client).filter((event) => event === succeeded)).toHaveLength(100);
    client.subscribe("private-x", ana);
    expect(client.wire.take()).toMatchObject([{ data: { code: 4100 } }]);
  });

  test("[LIM-1] counts towards the presence channel's limit when granted, not when requested", async () => {
    const { question, connect } = startAsking({ limits: { presenceMembersMax: 1 } });
    const [first, second] = [connect(), connect()];
    first.subscribe(room, ana);
    second.subscribe(room, radu);
    await question(1).answer("admitted");
    await question(0).answer("admitted");
    expect(eventsOf(second)).toEqual([succeeded]);
    expect(first.wire.take()).toMatchObject([{ event: "pusher:subscription_error", data: { type: "LimitReached" } }]);
  });

  test("[LIVE-1] is dropped if cancelled, and decided again if requested again", async () => {
    const { question, connect } = startAsking();
    const client = connect();
    client.subscribe(room, ana);
    client.send({ event: "pusher:unsubscribe", data: { channel: room } });
    expect(question(0).isPending).toBe(false);
    client.subscribe(room, ana);
    await question(0).answer("admitted");
    expect(eventsOf(client)).toEqual([]);
    await question(1).answer("refused");
    expect(eventsOf(client)).toEqual(["pusher:subscription_error"]);
  });

  test("[LIVE-7] is forgotten with its socket, whatever the decision", async () => {
    const { core, question, connect } = startAsking();
    const client = connect();
    client.subscribe(room, ana);
    client.vanish();
    expect(question(0).isPending).toBe(false);
    await question(0).answer("admitted");
    expect(eventsOf(client)).toEqual([]);
    const app = client.connection?.app;
    expect([app?.undecided.size, app?.channels.size, app?.users.size]).toEqual([0, 0, 0]);
    expect(core.parts.rosters.member("7", room, "1")).toBeNull();
  });
});

describe("changes while the app decides", () => {
  test("[ROOM-6c] a leave voids earlier reads: the app is asked again, only about that person", async () => {
    const { questions, question, connect, leave } = startAsking();
    const [first, second] = [connect(), connect()];
    first.subscribe(room, ana);
    second.subscribe(room, radu);
    leave("1");
    expect([questions.length, question(0).isPending, question(2).userId]).toEqual([3, false, "1"]);
    for (const index of [0, 1]) await question(index).answer("admitted");
    expect([eventsOf(first), eventsOf(second)]).toEqual([[], [succeeded]]);
    await question(2).answer("refused");
    expect(eventsOf(first)).toEqual(["pusher:subscription_error"]);
  });

  test("[AUTH-4b] a session that ends finds the socket, bound before the app was asked", async () => {
    const { core, question, connect } = startAsking();
    const client = connect();
    client.subscribe(room, ana);
    expect([client.connection?.userId, client.connection?.sessions]).toEqual(["1", ["s1"]]);
    closeSession("s1", core.parts);
    await question(0).answer("admitted");
    expect([client.wire.closedWith?.code, eventsOf(client)]).toEqual([4009, ["pusher:error"]]);
  });

  test("[LIVE-8] a socket whose app fails or does not decide must reconnect (4100) within 5 s, others stay", async () => {
    const { core, question, connect } = startAsking();
    const [asking, answered, quick] = [connect(), connect(), connect()];
    core.clock.advance(700);
    asking.subscribe(room, ana);
    answered.subscribe(room, radu);
    await question(1).answer("admitted");
    core.clock.advance(3900);
    quick.subscribe(room, { ...radu, session: "s3" });
    expect(asking.wire.closedWith).toBeNull();
    core.clock.advance(1100);
    expect(asking.wire.take()).toMatchObject([{ event: "pusher:error", data: { code: 4100 } }]);
    expect([asking, answered, quick].map(({ wire }) => wire.closedWith?.code)).toEqual([4100, undefined, undefined]);
    await question(0).answer("admitted");
    expect(asking.wire.take()).toEqual([]);
    const failing = startCore({ apps: [{ ...testApp, admit: () => Promise.reject(new Error("away")) }] });
    const client = failing.connect();
    client.subscribe(room, ana);
    await endOfTick();
    expect(client.wire.closedWith).toBeNull();
    failing.clock.advance(5000);
    expect(client.wire.closedWith?.code).toBe(4100);
  });
});

describe("a channel that is revoked", () => {
  const granted = async () => {
    const started = startAsking();
    const client = started.connect();
    client.subscribe(room, ana);
    await started.question(0).answer("admitted");
    client.wire.take();
    return { ...started, client };
  };

  test("[ROOM-6d] is granted again if the revocation arrives after the person came back, as the app decides", async () => {
    const { core, question, leave, broadcast, client } = await granted();
    leave("1");
    broadcast(room);
    expect(eventsOf(client)).toEqual([]);
    expect(question(1)).toMatchObject({ channel: room, userId: "1", session: "s1" });
    await question(1).answer("admitted");
    broadcast(room);
    expect(client.wire.take()).toMatchObject([
      { event: succeeded, data: { presence: { hash: { "1": { name: "Ana" } } } } },
      { event: "e" },
    ]);
    expect(core.parts.rosters.members("7", room)).toHaveLength(1);
  });

  test("[ROOM-6b] is removed at once and silently if the app refuses", async () => {
    const { core, question, leave, broadcast, client } = await granted();
    leave("1");
    expect(core.parts.rosters.members("7", room)).toEqual([]);
    await question(1).answer("refused");
    broadcast(room);
    expect([eventsOf(client), client.wire.closedWith]).toEqual([[], null]);
  });

  test("[ROOM-6c] and subscribed to again follows the newer decision", async () => {
    const { question, leave, client } = await granted();
    leave("1");
    client.subscribe(room, ana);
    await question(1).answer("refused");
    expect(eventsOf(client)).toEqual([]);
    await question(2).answer("admitted");
    expect(eventsOf(client)).toEqual([succeeded]);
  });

  test("[ROOM-6c] cancels no other decisions: the app is asked about each of several sockets", async () => {
    const { questions, question, connect, leave, client } = await granted();
    const second = connect();
    second.subscribe(room, { ...ana, session: "s4" });
    await question(1).answer("admitted");
    for (const { wire } of [client, second]) wire.take();
    leave("1");
    expect(questions.slice(2).map(({ session }) => session)).toEqual(["s1", "s4"]);
    await question(2).answer("ended");
    await question(3).answer("admitted");
    expect([client.wire.closedWith?.code, second.wire.closedWith]).toEqual([4009, null]);
    expect(eventsOf(second)).toEqual([succeeded]);
  });
});

describe("requests without a decision of the app", () => {
  test("[LIVE-1] public channels, wrong signatures and other apps get a response at once", () => {
    const { core, questions, connect } = startAsking();
    const client = connect();
    client.send({ event: "pusher:subscribe", data: { channel: "news" } });
    client.send({ event: "pusher:subscribe", data: { channel: room, ...signed("1.1", room, ana) } });
    expect(eventsOf(client)).toEqual([succeeded, "pusher:subscription_error"]);
    expect(client.connection?.sessions).toBeNull();
    const other = core.connect("/app/other?protocol=7");
    other.wire.take();
    const { auth, ...data } = signed(other.id, room, ana);
    other.send({ event: "pusher:subscribe", data: { channel: room, auth: auth.replace("app-key", "other"), ...data } });
    expect(other.wire.take()).toMatchObject([{ event: succeeded }]);
    // A session belongs only to the app that was asked about it.
    expect([questions.length, other.connection?.sessions]).toEqual([0, null]);
  });
});
