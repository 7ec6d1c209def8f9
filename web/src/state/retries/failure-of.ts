import { isServerAway } from "./may-pass.ts";
import type { CallError } from "../entities.ts";

/** What a failed search says: it goes on by itself once the server is there or has room again, or somebody has to ask. */
export function failureOf(error: CallError): "offline" | "busy" | "failed" {
  if (error.code === "too_many_requests") return "busy";
  return isServerAway(error) ? "offline" : "failed";
}
