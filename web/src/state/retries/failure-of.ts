import { isServerAway } from "./may-pass.ts";
import type { CallError } from "../entities.ts";

/** Why a search failed: `offline` and `busy` are retried automatically, `failed` only on request. */
export function failureOf(error: CallError): "offline" | "busy" | "failed" {
  if (error.code === "too_many_requests") return "busy";
  return isServerAway(error) ? "offline" : "failed";
}
