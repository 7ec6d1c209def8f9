import { showTheme } from "../platform/page.ts";
import type { Part } from "../part.ts";
import { saveTheme } from "./stored-theme.ts";
import type { ThemeCommands, ThemeEffects, ThemeEvents, ThemeState } from "./theme-shape.ts";
import { themeHandlers } from "./theme-state.ts";

/** Light, dark, or as the system has it. */
export const themePart: Part<ThemeState, ThemeEvents, ThemeEffects, ThemeCommands> = {
  initial: { theme: "system" },
  isOfPage: true,
  handlers: themeHandlers,
  run: () => ({
    "save-theme": ({ theme }) => {
      saveTheme(theme);
      showTheme(theme);
    },
  }),
  commands: (dispatch) => ({ chooseTheme: (theme) => dispatch({ type: "theme/chosen", theme }) }),
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
