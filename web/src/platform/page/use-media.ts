import { useSyncExternalStore } from "react";
import { hasNetwork, onNetworkChange } from "./window-attention.ts";

export const wideScreen = "(width >= 1200px)";
/** Wide enough for the list next to the messages; keep in step with `home-screen.module.css`. */
export const twoPanes = "(width >= 720px)";
/** On touch devices Enter starts a new line, and no field takes the focus by itself. */
export const touchDevice = "(pointer: coarse)";

export const installedWindow = "(display-mode: standalone), (display-mode: minimal-ui)";
export const isMedia = (query: string): boolean => window.matchMedia(query).matches;

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => isMedia(query),
    () => false,
  );
}

/** `hasNetwork` as a hook; true without a window, as in tests that render to a string. */
export const useHasNetwork = (): boolean => useSyncExternalStore(onNetworkChange, hasNetwork, () => true);
