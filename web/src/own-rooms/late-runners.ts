import { meFromWire } from "../api/from-wire.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<"call-arrange-room"> => ({
  "call-arrange-room": ({ key, wish }) => {
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
  },
});
