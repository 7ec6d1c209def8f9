import { useSyncExternalStore } from "react";
import { hasNetwork, onNetworkChange } from "./window-attention.ts";

/** `hasNetwork`, followed as it changes; true without a window, as in tests that draw to text. */
export const useHasNetwork = (): boolean => useSyncExternalStore(onNetworkChange, hasNetwork, () => true);
