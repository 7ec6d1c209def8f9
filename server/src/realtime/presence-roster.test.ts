import { describe, expect, test } from "vitest";
import { startCore } from "../testing/realtime/core.ts";

const room = "presence-room";
const ana = { user_id: "1", user_info: { name: "Ana" } };
const radu = { user_id: "2", user_info: { name: "Radu" } };

describe("presence", () => {
  test("[LIVE-6] a new member sees everyone, including themselves; the others see the join", () => {
    const core = startCore();
    const [first, second] = [core.connect(), core.connect()];
    first.subscribe(room, ana);
    first.wire.take();
    second.wire.take();
    second.subscribe(room, radu);
    expect(second.wire.takeTexts()).toEqual([
      '{"event":"pusher_internal:subscription_succeeded","channel":"presence-room","data":"{\\"presence\\":' +
        '{\\"ids\\":[\\"1\\",\\"2\\"],\\"hash\\":{\\"1\\":{\\"name\\":\\"Ana\\"},\\"2\\":{\\"name\\":\\"Radu\\"}},\\"count\\":2}}"}',
    ]);
    expect(first.wire.takeTexts()).toEqual([
      '{"event":"pusher_internal:member_added","channel":"presence-room",' +
        '"data":"{\\"user_id\\":\\"2\\",\\"user_info\\":{\\"name\\":\\"Radu\\"}}"}',
    ]);
  });

  test("[LIVE-6] two tabs of a person are one join and, 3 s after the last, one leave", () => {
    const core = startCore();
    const watcher = core.connect();
    watcher.subscribe(room, ana);
    watcher.wire.take();
    const tabs = [core.connect(), core.connect()];
    for (const tab of tabs) tab.subscribe(room, radu);
    expect(watcher.wire.take().map((frame) => frame.event)).toEqual(["pusher_internal:member_added"]);
    tabs[0]?.vanish();
    core.clock.advance(10_000);
    expect(watcher.wire.take()).toEqual([]);
    tabs[1]?.vanish();
    core.clock.advance(2999);
    expect(watcher.wire.take()).toEqual([]);
    core.clock.advance(1);
    expect(watcher.wire.take()).toEqual([
      { event: "pusher_internal:member_removed", channel: room, data: { user_id: "2" } },
    ]);
  });

  test("[LIVE-6] a person back within 3 s never left", () => {
    const core = startCore();
    const watcher = core.connect();
    watcher.subscribe(room, ana);
    const tab = core.connect();
    tab.subscribe(room, radu);
    watcher.wire.take();
    tab.vanish();
    core.clock.advance(2000);
    const again = core.connect();
    again.subscribe(room, radu);
    core.clock.advance(15_000);
    expect(watcher.wire.take()).toEqual([]);
    expect(core.parts.rosters.members("7", room)).toHaveLength(2);
  });

  test("[LIVE-6] ids are strings, even if signed as numbers, and a missing user_info is null", () => {
    const core = startCore();
    const client = core.connect();
    client.wire.take();
    client.subscribe(room, { user_id: 10 });
    expect(client.wire.take()[0]?.data).toEqual({ presence: { ids: ["10"], hash: { "10": null }, count: 1 } });
  });

  test("[LIVE-6] user info cannot corrupt the roster", () => {
    const core = startCore();
    const client = core.connect();
    client.wire.take();
    client.subscribe(room, { user_id: "__proto__", user_info: { name: "x" } });
    const polluted: unknown = Reflect.get({}, "name");
    expect(polluted).toBeUndefined();
    expect(client.wire.texts[0]).toContain('\\"__proto__\\"');
  });

  test("[LIM-1] a presence channel has a limit, which affects only people not yet present", () => {
    const core = startCore({ limits: { presenceMembersMax: 1 } });
    const [first, tab, second] = [core.connect(), core.connect(), core.connect()];
    first.subscribe(room, ana);
    tab.subscribe(room, ana);
    second.wire.take();
    second.subscribe(room, radu);
    expect(second.wire.take()).toMatchObject([{ event: "pusher:subscription_error", data: { type: "LimitReached" } }]);
    expect(tab.wire.take().at(-1)?.event).toBe("pusher_internal:subscription_succeeded");
  });

  test("[SEC-10] unreadable user info from another process counts as unknown", () => {
    const core = startCore();
    const { rosters } = core.parts;
    rosters.applyRemote("there", { appId: "7", channel: room, userId: "9", info: "{not json", sockets: 1 });
    expect(rosters.members("7", room)).toEqual([{ userId: "9", userInfo: null }]);
    const client = core.connect();
    client.wire.take();
    client.subscribe(room, ana);
    expect(client.wire.take()[0]?.data).toMatchObject({ presence: { ids: ["9", "1"], hash: { "9": null } } });
  });
});
