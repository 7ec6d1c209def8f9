import { describe, expect, test } from "vitest";
import { startCore, testApp } from "../testing/realtime/core.ts";

describe("a socket opens", () => {
  test("[LIVE-1] the first frame has the socket id and the activity timeout", () => {
    const client = startCore().connect();
    expect(client.wire.takeTexts()).toEqual([
      `{"event":"pusher:connection_established","data":"{\\"socket_id\\":\\"${client.id}\\",\\"activity_timeout\\":30}"}`,
    ]);
    expect(client.id).toMatch(/^\d+\.\d+$/);
  });

  test("[LIVE-2d] socket ids are 128 random bits: all different, digits evenly distributed", () => {
    const core = startCore();
    const ids = Array.from({ length: 20_000 }, () => core.connect().id);
    expect(new Set(ids).size).toBe(ids.length);
    const lastDigits = ids.map((id) => Number(id.at(-1)));
    for (let digit = 0; digit < 10; digit += 1) {
      const share = lastDigits.filter((last) => last === digit).length / ids.length;
      expect(share).toBeGreaterThan(0.085);
      expect(share).toBeLessThan(0.115);
    }
    const halves = ids.map((id) => BigInt(id.split(".")[0] ?? 0));
    expect(halves.some((half) => half > 1n << 63n)).toBe(true);
    expect(halves.filter((half, index) => half > (halves[index - 1] ?? 0n)).length / ids.length).toBeLessThan(0.55);
  });

  test.each([
    ["/app/unknown?protocol=7", 4001],
    ["/app/app-key?protocol=x", 4006],
    ["/app/app-key?protocol=8", 4007],
    ["/app/app-key?protocol=4", 4007],
    ["/app/app-key", 4008],
    ["/app/app-key?client=js", 4008],
    ["/app/app-key?protocol=", 4006],
  ])("[LIVE-8] %s gets %i and is closed with it", (url, code) => {
    const core = startCore();
    const client = core.connect(url);
    expect(client.wire.take()).toMatchObject([{ event: "pusher:error", data: { code } }]);
    expect(client.wire.closedWith?.code).toBe(code);
    expect(core.parts.metrics.closesByCode).toEqual({ [code]: 1 });
  });

  test("[LIVE-8] over capacity and while draining, the close code is 4100", () => {
    const core = startCore({ limits: { socketsMax: 1 } });
    const first = core.connect();
    expect(core.connect().wire.closedWith?.code).toBe(4100);
    first.vanish();
    const second = core.connect();
    expect(second.wire.closedWith).toBeNull();
    second.vanish();
    core.parts.lifecycle.isDraining = true;
    expect(core.connect().wire.closedWith?.code).toBe(4100);
  });
});

describe("frames in", () => {
  test("[LIVE-1] a ping gets a pong", () => {
    const client = startCore().connect();
    client.wire.take();
    client.send({ event: "pusher:ping", data: {} });
    expect(client.wire.takeTexts()).toEqual(['{"event":"pusher:pong","data":"{}"}']);
  });

  test.each(["", "{", "null", "[]", "1", '"x"', "{}", '{"event":1}', '{"event":null,"data":{}}'])(
    "[LIVE-7] the malformed frame %j gets an error and the socket stays open",
    (text) => {
      const client = startCore().connect();
      client.wire.take();
      client.send(text);
      client.send({ event: "pusher:ping" });
      expect(client.wire.take().map((frame) => frame.event)).toEqual(["pusher:error", "pusher:pong"]);
    },
  );

  test.each([
    "ChatMessage",
    "pusher:error",
    "pusher_internal:member_added",
    "pusher:connection_established",
    "Client-x",
  ])("[LIVE-5] clients may not send the event %j: error 4301, nothing is relayed", (event) => {
    const core = startCore();
    const [sender, other] = [core.connect(), core.connect()];
    for (const client of [sender, other]) client.subscribe("private-a");
    sender.wire.take();
    other.wire.take();
    sender.send({ event, channel: "private-a", data: {} });
    expect(sender.wire.take()).toMatchObject([{ event: "pusher:error", data: { code: 4301 } }]);
    expect(other.wire.take()).toEqual([]);
  });

  test("[LIVE-7] deeply nested JSON fails only its frame", () => {
    const core = startCore();
    const client = core.connect();
    client.subscribe("private-a");
    client.wire.take();
    client.send(`{"event":"client-a","channel":"private-a","data":${"[".repeat(30_000)}${"]".repeat(30_000)}}`);
    expect(client.wire.take()).toMatchObject([{ event: "pusher:error" }]);
    core.connect().subscribe("private-a");
    expect(core.parts.metrics.subscriptions).toBeDefined();
  });

  test("[LIVE-7] 150 frames in a second get responses, the next are ignored, and 751 close the socket with 4100", () => {
    const core = startCore();
    const client = core.connect();
    client.wire.take();
    for (let sent = 0; sent < 151; sent += 1) client.send({ event: "pusher:ping" });
    const answers = client.wire.take();
    expect(answers.filter((frame) => frame.event === "pusher:pong")).toHaveLength(150);
    expect(answers.at(-1)).toMatchObject({ event: "pusher:error", data: { code: 4301 } });
    for (let sent = 151; sent < 750; sent += 1) client.send({ event: "pusher:ping" });
    expect(client.wire.take()).toEqual([]);
    expect(client.wire.closedWith).toBeNull();
    client.send({ event: "pusher:ping" });
    expect(client.wire.closedWith?.code).toBe(4100);
  });

  test("[LIVE-7] a second later the rate starts over", () => {
    const core = startCore();
    const client = core.connect();
    for (let sent = 0; sent < 160; sent += 1) client.send({ event: "pusher:ping" });
    core.clock.advance(1000);
    client.wire.take();
    client.send({ event: "pusher:ping" });
    expect(client.wire.take()).toEqual([{ event: "pusher:pong", data: {} }]);
  });
});

describe("authentication", () => {
  test("[LIVE-8] an app may require sockets to authenticate in time", () => {
    const core = startCore({ apps: [{ ...testApp, authorizeWithinMs: 10_000 }] });
    const [idle, member] = [core.connect(), core.connect()];
    member.subscribe("private-a");
    for (let second = 0; second < 40; second += 1) {
      for (const { connection } of [idle, member]) core.parts.lifecycle.alive(connection ?? fail());
      core.clock.advance(1000);
    }
    expect([idle.wire.closedWith?.code, member.wire.closedWith]).toEqual([4009, null]);
  });
});

function fail(): never {
  throw new Error("The socket was refused");
}
