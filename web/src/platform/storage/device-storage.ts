import { warn } from "../log.ts";

interface TextStorage {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string | null) => void;
}

export interface DeviceStorage extends TextStorage {
  readonly keys: () => readonly string[];
  /** Listens for keys that another tab changes; a null key means that everything was cleared. */
  readonly onOtherTab: (listen: (key: string | null, value: string | null) => void) => void;
}

/** Local storage (WEB-1) that never throws. If it is blocked or full, nothing is stored. */
export const deviceStorage: DeviceStorage = {
  ...guardedStorage(() => localStorage),

  keys: () => guarded(() => Object.keys(localStorage), []),

  onOtherTab: (listen) =>
    window.addEventListener("storage", ({ storageArea, key, newValue }) => {
      if (storageArea === null || storageArea === guarded(() => localStorage, null)) listen(key, newValue);
    }),
};

export const tabStorage = guardedStorage(() => sessionStorage);

function guardedStorage(open: () => Storage): TextStorage {
  return {
    get: (key) => guarded(() => open().getItem(key), null),
    set: (key, value) =>
      guarded(() => (value === null ? open().removeItem(key) : open().setItem(key, value)), undefined),
  };
}

/** Blocked storage is blocked for every key, so one warning is enough. */
let hasWarned = false;

function guarded<Value>(attempt: () => Value, otherwise: Value): Value {
  try {
    return attempt();
  } catch (error) {
    if (!hasWarned) warn("The browser's storage is not available.", error);
    hasWarned = true;
    return otherwise;
  }
}
