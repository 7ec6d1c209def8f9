import { showTheme } from "../../platform/page/page.ts";
import type { Part } from "../../state/part.ts";
import { changed } from "../../state/transition.ts";
import { saveTheme } from "./stored-theme.ts";
import type { ThemeCommands, ThemeEffects, ThemeEvents, ThemeState } from "./theme-shape.ts";

export const themePart: Part<ThemeState, ThemeEvents, ThemeEffects, ThemeCommands> = {
  initial: { theme: "system" },
  isOfPage: true,
  handlers: {
    "theme/chosen": (state, { theme }) => changed({ ...state, theme }, [{ type: "save-theme", theme }]),
    "theme/given": (state, { theme }) => changed({ ...state, theme }, [{ type: "show-theme", theme }]),
  },
  run: () => ({
    "save-theme": ({ theme }) => {
      saveTheme(theme);
      showTheme(theme);
    },
    "show-theme": ({ theme }) => showTheme(theme),
  }),
  commands: (dispatch) => ({ chooseTheme: (theme) => dispatch({ type: "theme/chosen", theme }) }),
};
