import { goBackToAddress, goToAddress } from "../platform/page/page-history.ts";
import type { Part } from "../state/part.ts";
import type {
  NavigationCommands,
  NavigationEffects,
  NavigationEvents,
  NavigationState,
} from "../state/navigation/navigation-shape.ts";
import { navigationHandlers } from "./navigation-state.ts";
import { saveRoomListCompact, saveRoomListVisible } from "./stored-room-list.ts";

export const navigationPart: Part<NavigationState, NavigationEvents, NavigationEffects, NavigationCommands> = {
  initial: { route: { kind: "starting" }, isRoomListVisible: true, isRoomListCompact: false },
  isOfPage: true,
  handlers: navigationHandlers,
  run: () => ({
    navigate: ({ to, replace, entry }) => goToAddress(to, replace, entry),
    "navigate-back": ({ to }) => goBackToAddress(to),
    "save-room-list-visible": ({ isVisible }) => saveRoomListVisible(isVisible),
    "save-room-list-compact": ({ isCompact }) => saveRoomListCompact(isCompact),
  }),
  commands: (dispatch) => ({
    goTo: (path) => dispatch({ type: "address/asked", path }),
    toggleRoomList: () => dispatch({ type: "navigation/room-list-toggled" }),
    toggleCompactRooms: () => dispatch({ type: "navigation/room-list-compacted" }),
  }),
};
