import { type ComponentType, createElement, type ReactElement, use } from "react";
import { systemClock } from "./clock.ts";
import { warn } from "./log.ts";
import { hasNetwork } from "./window-attention.ts";

/** Between two attempts, ms. */
const againMs = 2000;
/** Attempts before a component counts as gone, as by a new release. */
const attemptsMax = 5;

/** How long to wait before loading ahead where the browser does not report idle time, ms. */
const idleMs = 500;

/** A component whose code loads later. Drawn at once when loaded; suspends until then. */
export interface LateComponent<Props> {
  (props: Props): ReactElement;
  /** Loads the code. A failure is only logged: drawing it tries again. */
  readonly preload: () => Promise<void>;
}

const components = new Set<LateComponent<never>>();

/** Unlike React's `lazy`, a late component does not suspend once its code is there: the first press answers within a frame. */
export function lateComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LateComponent<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  let loaded: ComponentType<Props> | null = null;

  async function begin(): Promise<ComponentType<Props>> {
    loaded = await loadCode(load);
    return loaded;
  }

  function Late(props: Props): ReactElement {
    return createElement(loaded ?? use((loading ??= begin())), props);
  }

  const preload = async (): Promise<void> => {
    try {
      await (loading ??= begin());
    } catch (error) {
      warn("A component could not be loaded ahead.", error);
      loading = null;
    }
  };
  const component = Object.assign(Late, { preload });
  components.add(component);
  return component;
}

/** Loads all late components ahead, one by one, including those that one brings along. */
export async function preloadComponents(): Promise<void> {
  // A set that grows during iteration is iterated to its new end.
  for (const component of components) await component.preload();
}

/** The same when the page is idle. */
export function preloadComponentsWhenIdle(): void {
  const preload = (): void => void preloadComponents();
  if ("requestIdleCallback" in window) window.requestIdleCallback(preload, { timeout: 5000 });
  else systemClock.later(idleMs, preload);
}

/** Loads a component's code, again after a failure: a gap in the network, however long, is no reason to fail. */
async function loadCode<Code>(load: () => Promise<Code>, attempt = 1): Promise<Code> {
  try {
    return await load();
  } catch (error) {
    if (attempt >= attemptsMax && hasNetwork()) throw error;
    warn("A component did not load.", error);
  }
  await new Promise<void>((resolve) => systemClock.later(againMs, resolve));
  return loadCode(load, attempt + 1);
}
