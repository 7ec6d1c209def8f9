import { deviceStorage } from "../../platform/storage/device-storage.ts";
import type { ThemeChoice } from "./theme-shape.ts";

/** Read by `public/theme.js` too, before the first paint. */
const themeKey = "cuplaj.theme";

/** The theme chosen on this device, else the system's (THEME-1). */
export function storedTheme(): ThemeChoice {
  const stored = deviceStorage.get(themeKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export const saveTheme = (theme: ThemeChoice): void => deviceStorage.set(themeKey, theme === "system" ? null : theme);
