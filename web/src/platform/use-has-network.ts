import { useSyncExternalStore } from "react";

/** Whether the browser has a network, followed as it changes; false is certain, true is not. */
export function useHasNetwork(): boolean {
  return useSyncExternalStore(
    (listen) => {
      window.addEventListener("online", listen);
      window.addEventListener("offline", listen);
      return () => {
        window.removeEventListener("online", listen);
        window.removeEventListener("offline", listen);
      };
    },
    () => navigator.onLine,
  );
}
