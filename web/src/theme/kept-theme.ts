import { deviceStorage } from "../platform/device-storage.ts";
import type { ThemeChoice } from "../state/chat-state.ts";

/** Read by `public/theme.js` too, before the first paint. */
const themeKey = "cuplaj.theme";

/** The theme chosen on this device, else the system's (THEME-1). */
export function keptTheme(): ThemeChoice {
  const kept = deviceStorage.get(themeKey);
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Remembers the theme. */
export const keepTheme = (theme: ThemeChoice): void => deviceStorage.set(themeKey, theme === "system" ? null : theme);
