import { useSyncExternalStore } from "react";
import { hasNetwork, onNetworkChange } from "./window-attention.ts";

/** `hasNetwork`, followed as it changes. */
export const useHasNetwork = (): boolean => useSyncExternalStore(onNetworkChange, hasNetwork);
