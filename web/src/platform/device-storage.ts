import { warn } from "./log.ts";

/** The device's local storage (WEB-1). It may be blocked or full: then nothing is kept, and nothing breaks. */
export const deviceStorage = {
  get: (key: string): string | null => guarded(() => localStorage.getItem(key), null),

  /** Keeps a value, or removes it with null. */
  set: (key: string, value: string | null): void =>
    guarded(() => (value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value)), undefined),

  keys: (): readonly string[] => guarded(() => Object.keys(localStorage), []),

  /** Hears of a key that another tab changed; null when it cleared everything. */
  onOtherTab: (hear: (key: string | null) => void): void =>
    window.addEventListener("storage", (event) => {
      if (event.storageArea === null || event.storageArea === guarded(() => localStorage, null)) hear(event.key);
    }),
};

function guarded<Value>(attempt: () => Value, otherwise: Value): Value {
  try {
    return attempt();
  } catch (error) {
    warn("Local storage is not to be had.", error);
    return otherwise;
  }
}
