import { type Clock, systemClock } from "../clock.ts";

export interface WindowAttention {
  readonly isVisible: boolean;
  readonly isFocused: boolean;
}

export const windowAttention = (): WindowAttention => ({
  isVisible: document.visibilityState === "visible",
  isFocused: document.hasFocus(),
});

export function onAttentionChange(listener: (attention: WindowAttention) => void): void {
  const report = () => listener(windowAttention());
  document.addEventListener("visibilitychange", report);
  window.addEventListener("focus", report);
  window.addEventListener("blur", report);
}

/** Calls when a lost connection may be back, or a held one may be dead. */
export function onResumeHint(listener: () => void): () => void {
  const isHidden = () => document.visibilityState !== "visible";
  const whenVisible = () => {
    if (!isHidden()) listener();
  };
  const stopWaking = onWake(systemClock, isHidden, listener);
  window.addEventListener("online", listener);
  window.addEventListener("pageshow", listener);
  document.addEventListener("visibilitychange", whenVisible);
  return () => {
    stopWaking();
    window.removeEventListener("online", listener);
    window.removeEventListener("pageshow", listener);
    document.removeEventListener("visibilitychange", whenVisible);
  };
}

/** Whether the browser has a network; false is certain, true is not. */
export const hasNetwork = (): boolean => navigator.onLine;

export function onOffline(listen: () => void): () => void {
  window.addEventListener("offline", listen);
  return () => window.removeEventListener("offline", listen);
}

export function onNetworkChange(listen: () => void): () => void {
  const stopOffline = onOffline(listen);
  window.addEventListener("online", listen);
  return () => {
    stopOffline();
    window.removeEventListener("online", listen);
  };
}

export function onKey(listen: () => void): () => void {
  window.addEventListener("keydown", listen, true);
  return () => window.removeEventListener("keydown", listen, true);
}

const tickMs = 10_000;
/** A tick that is later than this has been asleep, ms: well above what a busy page delays its timers by. */
const lateMs = 20_000;
/** The same for a background page: browsers run its timers once a minute. */
const lateHiddenMs = 120_000;

export function onWake(clock: Clock, isHidden: () => boolean, listener: () => void): () => void {
  let cancel = tick();

  function tick(): () => void {
    const due = clock.now() + tickMs;
    return clock.later(tickMs, () => {
      cancel = tick();
      if (clock.now() - due > (isHidden() ? lateHiddenMs : lateMs)) listener();
    });
  }

  return () => cancel();
}
