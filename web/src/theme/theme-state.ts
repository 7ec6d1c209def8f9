import { changed, type Handlers } from "../state/transition.ts";

/** THEME-1: the choice is kept, and the page follows at once. */
export const themeHandlers: Handlers<"theme/chosen"> = {
  "theme/chosen": (state, { theme }) => changed({ ...state, theme }, [{ type: "save-theme", theme }]),
};
