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

export function onWindow<Name extends keyof WindowEventMap>(
  names: readonly Name[],
  listen: (event: WindowEventMap[Name]) => void,
  isFirst = false,
): () => void {
  for (const name of names) window.addEventListener(name, listen, isFirst);
  return () => {
    for (const name of names) window.removeEventListener(name, listen, isFirst);
  };
}

/** Calls `listener` when a lost connection may be back, or an open one may be dead. */
export function onResumeHint(listener: () => void): () => void {
  const isHidden = () => document.visibilityState !== "visible";
  const whenVisible = () => {
    if (!isHidden()) listener();
  };
  const stops = [onWake(systemClock, isHidden, listener), onWindow(["online", "pageshow"], listener)];
  document.addEventListener("visibilitychange", whenVisible);
  return () => {
    for (const stop of stops) stop();
    document.removeEventListener("visibilitychange", whenVisible);
  };
}

/** False means that there is certainly no network; true may be wrong. */
export const hasNetwork = (): boolean => navigator.onLine;

export const onOffline = (listen: () => void): (() => void) => onWindow(["offline"], listen);
export const onNetworkChange = (listen: () => void): (() => void) => onWindow(["online", "offline"], listen);
export const onKey = (listen: () => void): (() => void) => onWindow(["keydown"], listen, true);

const tickMs = 10_000;
/** If a tick is later than this, in ms, the device must have slept: a busy page delays timers far less. */
const lateMs = 20_000;
/** The same limit for a background page, whose timers may run only once a minute. */
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

export const warnBeforeUnload = (isWorthIt: () => boolean): (() => void) =>
  onWindow(["beforeunload"], (event) => {
    if (isWorthIt()) event.preventDefault();
  });
