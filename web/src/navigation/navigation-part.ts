import { goToAddress } from "../platform/address.ts";
import type { Part } from "../part.ts";
import type { NavigationCommands, NavigationEffects, NavigationEvents, NavigationState } from "./navigation-shape.ts";
import { navigationHandlers } from "./navigation-state.ts";
import { saveRoomListVisible } from "./stored-room-list.ts";

export const navigationPart: Part<NavigationState, NavigationEvents, NavigationEffects, NavigationCommands> = {
  initial: { route: { kind: "starting" }, isRoomListVisible: true },
  isOfPage: true,
  handlers: navigationHandlers,
  run: () => ({
    navigate: ({ to, replace }) => goToAddress(to, replace),
    "save-room-list-visible": ({ isVisible }) => saveRoomListVisible(isVisible),
  }),
  commands: (dispatch) => ({
    goTo: (path, how = "push") => dispatch({ type: "address/asked", path, how }),
    toggleRoomList: () => dispatch({ type: "navigation/room-list-toggled" }),
  }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
