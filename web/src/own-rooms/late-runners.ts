import { meFromWire } from "../api/from-wire.ts";
import type { Outside } from "../state/part.ts";
import type { Effect, Runners } from "../state/shape.ts";

export const lateRunners = (outside: Outside): Runners<"call-arrange-room"> => ({
  "call-arrange-room": (effect) => callArrange(outside, effect),
});

function callArrange({ api: { call }, settle }: Outside, { key, wish }: Effect<"call-arrange-room">): void {
  const params = { roomId: String(wish.roomId) };
  const asked = {
    pinned: () => call("pinRoom", { params, body: { pinned: wish.kind === "pinned" && wish.isWanted } }),
    muted: () => call("muteRoom", { params, body: { muted: wish.kind === "muted" && wish.isWanted } }),
    mark: () => call("markUnread", { params, body: { from: wish.kind === "mark" ? wish.from : null } }),
  };
  settle(
    asked[wish.kind](),
    ({ user }) => ({ type: "own-rooms/answered", key, me: meFromWire(user) }),
    (error) => ({ type: "own-rooms/failed", key, error }),
  );
}
