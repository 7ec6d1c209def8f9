import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isChannelAuthValid, sign, signChannel } from "./channel-auth.ts";
import { relayClientEvents, type PusherApp } from "./realtime-options.ts";

const app: PusherApp = {
  id: "3",
  key: "278d425bdf160c739803",
  secret: "7ad3773142a6692b25b8",
  clientEvents: relayClientEvents,
};

describe("signatures", () => {
  test("[LIVE-1] Pusher's test vectors for private and presence channels match", () => {
    const presence = { user_id: 10, user_info: { name: "Mr. Pusher" } };
    expect(signChannel(app, "1234.1234", "private-foobar")).toEqual({
      auth: "278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4",
    });
    expect(sign(app.secret, `1234.1234:presence-foobar:${JSON.stringify(presence)}`)).toBe(
      "afaed3695da2ffd16931f457e338e6c9f2921fa133ce7dac49f529792be6304c",
    );
  });

  test("[LIVE-2d] a signature with channel data is valid only for that data, also on a private channel", () => {
    const data = '{"user_id":"1","user_info":{"name":"Ana"}}';
    const auth = `${app.key}:${sign(app.secret, `1.2:private-x:${data}`)}`;
    expect(isChannelAuthValid(app, "1.2", "private-x", auth, data)).toBe(true);
    expect(isChannelAuthValid(app, "1.2", "private-x", auth, data.replace("Ana", "Bna"))).toBe(false);
    expect(isChannelAuthValid(app, "1.2", "private-x", auth, undefined)).toBe(false);
    expect(isChannelAuthValid(app, "1.3", "private-x", auth, data)).toBe(false);
    expect(isChannelAuthValid(app, "1.2", "private-y", auth, data)).toBe(false);
    expect(isChannelAuthValid(app, "1.2", "private-x", auth.slice(0, -1), data)).toBe(false);
    expect(isChannelAuthValid({ ...app, key: "other" }, "1.2", "private-x", auth, data)).toBe(false);
  });
});

describe("signable input", () => {
  test.each([
    ["1.2:private-x", "private-y"],
    ["1.2\n", "private-y"],
    ["1.2\u0000", "private-y"],
    ["١.٢", "private-y"],
    ["1", "private-y"],
    [`${"1".repeat(300)}.2`, "private-y"],
    ["", "private-y"],
  ])("[LIVE-2d] the socket id %j is refused before anything is signed", (socketId, channel) => {
    expect(signChannel(app, socketId, channel)).toBeNull();
  });

  test.each([
    'presence-x:{"user_id":"1"}',
    "private-x\n",
    "private-x\u0000",
    "private-ａ",
    "public",
    "private-",
    "#server-to-user-1",
    " private-x",
    `private-${"x".repeat(157)}`,
  ])("[LIVE-2d] the channel name %j is refused before anything is signed", (channel) => {
    expect(signChannel(app, "1.2", channel)).toBeNull();
  });

  test("[LIVE-2d] a name of 164 characters is the longest that is signed", () => {
    expect(signChannel(app, "1.2", `private-${"x".repeat(155)}`)).not.toBeNull();
    expect(signChannel(app, "1.2", `presence-${"x".repeat(155)}`)).not.toBeNull();
    expect(signChannel(app, "1.2", `presence-${"x".repeat(156)}`)).toBeNull();
  });

  test("[LIVE-2d] whatever the input, only clean fields are signed", () => {
    const anyText = fc.string({ unit: "binary", maxLength: 30 });
    fc.assert(
      fc.property(anyText, anyText, (socketId, channel) => {
        const isClean = /^\d+\.\d+$/.test(socketId) && /^(private|presence)-[\w\-=@,.;]+$/.test(channel);
        return isClean || signChannel(app, socketId, channel) === null;
      }),
    );
  });
});
