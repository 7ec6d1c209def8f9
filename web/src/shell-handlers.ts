import { alertHandlers } from "./alerts/alerts-state.ts";
import { languageHandlers } from "./language/language-state.ts";
import { navigationHandlers } from "./navigation/navigation-state.ts";
import { signInHandlers } from "./sign-in/sign-in-state.ts";
import type { ShellEvents } from "./state/events.ts";
import { changed, type Handlers } from "./state/transition.ts";
import { themeHandlers } from "./theme/theme-state.ts";

/** All transitions that run from the first paint on; the type makes sure that none is missing. */
export const shellHandlers: Handlers<keyof ShellEvents> = {
  ...alertHandlers,
  ...languageHandlers,
  ...themeHandlers,
  ...signInHandlers,
  ...navigationHandlers,
  "settings/asked": (state) => changed(state, [{ type: "call-settings" }]),
  "settings/loaded": (state, { settings }) => changed({ ...state, settings }),
};
