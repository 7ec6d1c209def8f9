import { describe, expect, test } from "vitest";
import { startCore } from "../testing/realtime/core.ts";

describe("heartbeat", () => {
  test("[LIVE-6a] every socket is pinged every 20 s, from one timer", () => {
    const core = startCore();
    const timers = core.clock.timerCount;
    const clients = Array.from({ length: 100 }, () => core.connect());
    expect(core.clock.timerCount).toBe(timers);
    core.clock.advance(20_000);
    expect(clients.every((client) => client.wire.pings === 1)).toBe(true);
  });

  test("[LIVE-6a] a silent peer is gone within 45 s, a responding one stays", () => {
    const core = startCore();
    const [dead, living] = [core.connect(), core.connect()];
    dead.subscribe("presence-a", { user_id: "1" });
    living.subscribe("presence-a", { user_id: "2" });
    for (let second = 0; second < 45; second += 1) {
      core.clock.advance(1000);
      if (living.connection !== null) core.parts.lifecycle.alive(living.connection);
    }
    expect(dead.wire.closedWith?.code).toBe(4201);
    expect(living.wire.closedWith).toBeNull();
    expect(core.parts.rosters.members("7", "presence-a").map((member) => member.userId)).toEqual(["2"]);
    expect(core.parts.metrics.deadPeers).toBe(1);
  });
});
