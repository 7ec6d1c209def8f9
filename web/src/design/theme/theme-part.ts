import { showTheme } from "../../platform/page/page.ts";
import type { Part } from "../../state/part.ts";
import { changed } from "../../state/transition.ts";
import { deviceStorage } from "../../platform/storage/device-storage.ts";

declare module "../../state/shape.ts" {
  interface AppState extends ThemeState {}
  interface AppEvents extends ThemeEvents {}
  interface AppEffects extends ThemeEffects {}
}

export type ThemeChoice = "light" | "dark" | "system";

export interface ThemeState {
  readonly theme: ThemeChoice;
}

export interface ThemeEvents {
  "theme/chosen": { readonly theme: ThemeChoice };
  "theme/given": { readonly theme: ThemeChoice };
}

export interface ThemeEffects {
  "save-theme": { readonly theme: ThemeChoice };
  "show-theme": { readonly theme: ThemeChoice };
}

/** `public/theme.js` reads this key too, before the first paint. */
const themeKey = "cuplaj.theme";

export function storedTheme(): ThemeChoice {
  const stored = deviceStorage.get(themeKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export const saveTheme = (theme: ThemeChoice): void => deviceStorage.set(themeKey, theme === "system" ? null : theme);

export const themePart: Part<ThemeState, ThemeEvents, ThemeEffects> = {
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
};
