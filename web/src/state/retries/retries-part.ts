import type { Part } from "../part.ts";
import type { RetriesEvents, RetriesState } from "./retries-shape.ts";
import { retryHandlers } from "./retries-state.ts";

/** Repeating what failed (SYNC-8a): each slice says what of its own, by `retry`. */
export const retriesPart: Part<RetriesState, RetriesEvents> = { initial: { failures: {} }, handlers: retryHandlers };
