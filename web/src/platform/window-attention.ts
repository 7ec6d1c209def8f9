import { systemClock } from "./clock.ts";
import { onWake } from "./on-wake.ts";

/** Whether the window can be looked at. */
export interface WindowAttention {
  readonly isVisible: boolean;
  readonly isFocused: boolean;
}

/** The window's attention now. */
export const windowAttention = (): WindowAttention => ({
  isVisible: document.visibilityState === "visible",
  isFocused: document.hasFocus(),
});

/** Hears every change of it. */
export function onAttentionChange(hear: (attention: WindowAttention) => void): void {
  const tell = () => hear(windowAttention());
  document.addEventListener("visibilitychange", tell);
  window.addEventListener("focus", tell);
  window.addEventListener("blur", tell);
}

/**
 * Hears of moments when a lost connection may be had again, or one that is held may be dead: the network is back, the window is
 * looked at, the page or the machine woke up.
 */
export function onGoodMoment(hear: () => void): () => void {
  const isHidden = () => document.visibilityState !== "visible";
  const whenVisible = () => {
    if (!isHidden()) hear();
  };
  const stopWaking = onWake(systemClock, isHidden, hear);
  window.addEventListener("online", hear);
  window.addEventListener("pageshow", hear);
  document.addEventListener("visibilitychange", whenVisible);
  return () => {
    stopWaking();
    window.removeEventListener("online", hear);
    window.removeEventListener("pageshow", hear);
    document.removeEventListener("visibilitychange", whenVisible);
  };
}

/** Listens for the browser to lose its network; returns how to stop. */
export function onOffline(listen: () => void): () => void {
  window.addEventListener("offline", listen);
  return () => window.removeEventListener("offline", listen);
}
