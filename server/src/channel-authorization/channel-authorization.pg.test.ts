import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashToken, sessionOf } from "../sign-in/token.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call, app } = await startTestApi();
const { ana, radu, mihai, nou } = people;
await call(ana, "POST", "/api/v1/join", { type: 1, channel: 10_001 });
const roomChannel = "presence-oferta.10001";
const authorize = (socketId: unknown, channel: unknown, person = ana) =>
  call(person, "POST", "/api/broadcasting/auth", { socket_id: socketId, channel_name: channel });

describe("channel authorization", () => {
  test("[LIVE-2] signs a member's room channel and their own, with identity and session", async () => {
    for (const channel of [roomChannel, `private-user.${ana.id}`]) {
      expect((await authorize("1.2", channel)).body).toEqual({
        auth: `signed:1.2:${channel}`,
        channel_data: JSON.stringify({
          user_id: String(ana.id),
          user_info: { id: ana.id, name: ana.name, customer: true, erp: false, agent: false },
          session: sessionOf(hashToken(ana.token)),
        }),
      });
    }
  });

  test("[LIVE-2][PERM-1][ROOM-1][ROOM-3a] signs no channel with room events for people without rooms.view", async () => {
    expect((await authorize("1.2", `private-user.${nou.id}`, nou)).status).toBe(403);
    const { channels } = (await call(nou, "GET", "/api/v1/channels")).body;
    expect(channels).toMatchObject([{ kind: "user", id: nou.id }]);
  });

  test("[LIVE-2] accepts form bodies like JSON, as Pusher's clients send them", async () => {
    const answer = await app.inject({
      method: "POST",
      url: "/api/broadcasting/auth",
      headers: { authorization: `Bearer ${ana.token}`, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ socket_id: "1.2", channel_name: roomChannel }).toString(),
    });
    expect([answer.statusCode, answer.json().auth]).toEqual([200, `signed:1.2:${roomChannel}`]);
    const twice = await app.inject({
      method: "POST",
      url: "/api/broadcasting/auth",
      headers: { authorization: `Bearer ${ana.token}`, "content-type": "application/x-www-form-urlencoded" },
      payload: `socket_id=1.2&channel_name=${roomChannel}&channel_name=private-user.${radu.id}`,
    });
    expect(twice.statusCode).toBe(422);
  });

  test("[LIVE-2] forbidden channels are 403: other people's, foreign rooms, rooms one may only view, unknown names", async () => {
    for (const [person, channel] of [
      [ana, `private-user.${radu.id}`],
      [ana, "presence-oferta.10005"],
      [ana, "presence-oferta.99999"],
      [mihai, roomChannel],
      [radu, roomChannel],
      [ana, "private-oferta.10001"],
      [ana, "oferta.10001"],
      [ana, "presence-oferta.010001"],
      [ana, "private-user.0"],
      [ana, "private-encrypted-user.1"],
      [ana, "presence-cache-oferta.10001"],
      [ana, "__proto__"],
      [ana, "presence-OFERTA.10001"],
    ] as const) {
      const { status, body } = await authorize("1.2", channel, person);
      expect([status, body.code, body.auth]).toEqual([403, "forbidden", undefined]);
    }
  });

  test.each([
    ["1.2:private-user.1", roomChannel],
    ["1.2\n", roomChannel],
    ["", roomChannel],
    ["a.b", roomChannel],
    ["1.2", "presence-x:{}"],
    ["1.2", `${roomChannel}\n`],
    ["1.2", `${roomChannel}\0`],
    ["1.2", "оferta.10001"],
    ["1.2", "a".repeat(165)],
    ["1.2", ""],
  ])("[LIVE-2d] %j with %j is 422, and nothing is signed", async (socketId, channel) => {
    const single = await authorize(socketId, channel);
    const batch = await call(ana, "POST", "/api/broadcasting/auth/batch", {
      socket_id: socketId,
      channel_names: [roomChannel, channel],
    });
    for (const { status, body } of [single, batch]) {
      expect([status, body.code]).toEqual([422, "invalid"]);
      expect(JSON.stringify(body)).not.toContain("signed:");
    }
  });

  test("[LIVE-2d] signs only what matches its pattern", async () => {
    const near = fc.constantFrom(
      "1.2",
      "1",
      ":",
      ".",
      "presence-oferta.10001",
      `private-user.${ana.id}`,
      "\n",
      "{}",
      "1.2:x",
    );
    const text = fc.array(near, { maxLength: 3 }).map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(text, text, async (socketId, channel) => {
        const { status, body } = await authorize(socketId, channel);
        expect([200, 403, 422]).toContain(status);
        if (status !== 200) return;
        expect(socketId).toMatch(/^\d+\.\d+$/u);
        expect([roomChannel, `private-user.${ana.id}`]).toContain(channel);
        expect(body.auth).toBe(`signed:${socketId}:${channel}`);
      }),
    );
  });

  test("[LIVE-2] a batch returns a result per channel, null if forbidden, for at most 100", async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `presence-oferta.${20_000 + index}`);
    const { status, body } = await call(ana, "POST", "/api/broadcasting/auth/batch", {
      socket_id: "1.2",
      channel_names: [roomChannel, roomChannel, "__proto__", ...names(97)],
    });
    expect(status).toBe(200);
    expect(Object.entries(body.channels).filter(([, signed]) => signed !== null)).toHaveLength(1);
    expect(body.channels[roomChannel].auth).toBe(`signed:1.2:${roomChannel}`);
    for (const channelNames of [[], names(101), "x", [5]]) {
      const wrong = await call(ana, "POST", "/api/broadcasting/auth/batch", {
        socket_id: "1.2",
        channel_names: channelNames,
      });
      expect(wrong.status).toBe(422);
    }
  });
});
