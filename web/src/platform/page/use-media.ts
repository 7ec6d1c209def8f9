import { useSyncExternalStore } from "react";

/** Room for three panes side by side. */
export const wideScreen = "(width >= 1200px)";
/** Room for the list beside the messages; as in `home-screen.module.css`. */
export const twoPanes = "(width >= 720px)";
/** A thumb, not a mouse: Enter makes a new line, and no field is focused by itself. */
export const touchDevice = "(pointer: coarse)";

/** The page stands in a window of the installed app. */
export const installedWindow = "(display-mode: standalone), (display-mode: minimal-ui)";

/** Whether a media query holds now. */
export const isMedia = (query: string): boolean => window.matchMedia(query).matches;

/** Whether a media query holds, followed as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => isMedia(query),
    // Without a window, as in tests that draw to text.
    () => false,
  );
}
