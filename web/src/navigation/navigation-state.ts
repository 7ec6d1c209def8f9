import { changed, type Handlers } from "../state/transition.ts";
import { guard } from "../state/navigation/guard.ts";
import type { NavigationEvents } from "../state/navigation/navigation-shape.ts";

export const navigationHandlers: Handlers<keyof NavigationEvents> = {
  "address/asked": (state, { path }) => changed(state, [{ type: "navigate", to: path, replace: false }]),

  "address/arrived": (state, { path, search }) => {
    const verdict = guard(path, search, state.session.phase === "signed-in");
    return verdict.kind === "show"
      ? changed({ ...state, route: verdict.route })
      : changed(state, [{ type: "navigate", to: verdict.to, replace: true }]);
  },

  "navigation/room-list-toggled": (state) => {
    const isVisible = !state.isRoomListVisible;
    return changed({ ...state, isRoomListVisible: isVisible }, [{ type: "save-room-list-visible", isVisible }]);
  },

  "navigation/room-list-compacted": (state) => {
    const isCompact = !state.isRoomListCompact;
    return changed({ ...state, isRoomListCompact: isCompact }, [{ type: "save-room-list-compact", isCompact }]);
  },
};
