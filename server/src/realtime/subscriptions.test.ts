import { describe, expect, test } from "vitest";
import { signed, startCore } from "../testing/realtime/core.ts";

const succeeded = (channel: string) =>
  `{"event":"pusher_internal:subscription_succeeded","channel":"${channel}","data":"{}"}`;

describe("subscribing", () => {
  test("[LIVE-1] a public channel needs no signature; a repetition gets the same response and counts once", () => {
    const core = startCore();
    const client = core.connect();
    client.wire.take();
    client.send({ event: "pusher:subscribe", data: { auth: "", channel: "news" } });
    client.send({ event: "pusher:subscribe", data: '{"channel":"news"}' });
    expect(client.wire.takeTexts()).toEqual([succeeded("news"), succeeded("news")]);
    core.parts.broadcaster.deliver(client.connection?.app ?? fail(), { channels: ["news"], event: "e", data: "{}" });
    expect(client.wire.takeTexts()).toEqual(['{"event":"e","channel":"news","data":"{}"}']);
  });

  test("[LIVE-1] unsubscribing gets no response, and no more events follow", () => {
    const core = startCore();
    const client = core.connect();
    client.subscribe("private-a");
    client.wire.take();
    client.send({ event: "pusher:unsubscribe", data: { channel: "private-a" } });
    client.send({ event: "pusher:unsubscribe", data: { channel: "private-a" } });
    core.parts.broadcaster.deliver(client.connection?.app ?? fail(), { channels: ["private-a"], event: "e", data: "" });
    expect(client.wire.take()).toEqual([]);
  });

  test("[LIVE-2d] a missing or wrong signature joins nothing", () => {
    const core = startCore();
    const client = core.connect();
    const { auth } = signed(client.id, "private-a");
    const wrong = [
      undefined,
      "",
      "app-key",
      "app-key:",
      auth.slice(0, -1),
      `${auth}0`,
      auth.replace("app-key", "x"),
      5,
      null,
    ];
    for (const channel of ["private-a", "presence-a", "private-encrypted-a"]) {
      for (const given of channel === "private-a" ? wrong : [...wrong, auth]) {
        client.wire.take();
        client.send({ event: "pusher:subscribe", data: { channel, auth: given } });
        expect(client.wire.take()).toMatchObject([
          { event: "pusher:subscription_error", channel, data: { type: "AuthError", status: 401 } },
        ]);
      }
    }
    expect(core.parts.metrics.authFailures).toBe(wrong.length * 3 + 2);
    expect(client.connection?.channels).toEqual([]);
  });

  test("[LIVE-2d] a signature for another socket, channel or person is invalid", () => {
    const core = startCore();
    const [own, other] = [core.connect(), core.connect()];
    const ana = signed(own.id, "presence-a", { user_id: "1", user_info: { name: "Ana" } });
    const attempts = [
      [other, { channel: "presence-a", ...ana }],
      [own, { channel: "presence-b", ...ana }],
      [own, { channel: "presence-a", ...ana, channel_data: ana.channel_data?.replace("1", "2") }],
      [own, { channel: "presence-a", auth: ana.auth }],
      [own, { channel: "presence-a:", ...ana }],
    ] as const;
    for (const [client, data] of attempts) {
      client.wire.take();
      client.send({ event: "pusher:subscribe", data });
      expect(client.wire.take().map((frame) => frame.event)).toEqual(["pusher:subscription_error"]);
    }
    expect(core.parts.rosters.size()).toBe(0);
  });

  test("[LIVE-2d] null channel data counts as absent", () => {
    const client = startCore().connect();
    client.wire.take();
    for (const channel of ["private-a", "private-b"]) {
      const data = { channel, ...signed(client.id, channel), channel_data: null };
      client.send({ event: "pusher:subscribe", data });
    }
    expect(client.wire.take().map((frame) => frame.event)).toEqual([
      "pusher_internal:subscription_succeeded",
      "pusher_internal:subscription_succeeded",
    ]);
  });

  test("[LIVE-1] a private channel's signature covers its channel data", () => {
    const client = startCore().connect();
    client.wire.take();
    client.subscribe("private-a", { user_id: "1" });
    expect(client.wire.takeTexts()).toEqual([succeeded("private-a")]);
  });

  test.each(["", "a b", "a:b", "ă", "#x", "#server-to-user-1", "x".repeat(201), "a\n"])(
    "[LIVE-1] %j is not a channel name",
    (channel) => {
      const client = startCore().connect();
      client.wire.take();
      client.send({ event: "pusher:subscribe", data: { channel } });
      expect(client.wire.take()).toMatchObject([{ event: "pusher:subscription_error" }]);
    },
  );

  test("[LIVE-7] of a socket's 1,000 subscriptions, 100 succeed and the others get an error", () => {
    const core = startCore({ limits: { framesPerSecondMax: 10_000 } });
    const client = core.connect();
    client.wire.take();
    for (let index = 0; index < 1000; index += 1) client.subscribe(`private-${index}`);
    const events = client.wire.take().map((frame) => frame.event);
    expect(events.filter((event) => event === "pusher_internal:subscription_succeeded")).toHaveLength(100);
    expect(events.slice(100).every((event) => event === "pusher:error")).toBe(true);
    client.send({ event: "pusher:unsubscribe", data: { channel: "private-0" } });
    client.subscribe("private-999");
    expect(client.wire.takeTexts()).toEqual([succeeded("private-999")]);
  });

  test("[LIVE-1] events of an encrypted channel are relayed unchanged", () => {
    const core = startCore();
    const client = core.connect();
    client.subscribe("private-encrypted-a");
    client.wire.take();
    const data = '{"nonce":"bm9uY2U=","ciphertext":"Y2lwaGVy"}';
    core.parts.broadcaster.deliver(client.connection?.app ?? fail(), {
      channels: ["private-encrypted-a"],
      event: "e",
      data,
    });
    expect(client.wire.take()[0]?.data).toEqual(JSON.parse(data));
  });
});

function fail(): never {
  throw new Error("This does not happen");
}
