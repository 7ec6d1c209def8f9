import type { CallAnswer } from "@cuplaj/protocol/calls.ts";
import type { ApiClient } from "../api/api-client.ts";
import type { Outside } from "../part.ts";
import { notBefore } from "../state/ask-to-sync.ts";
import { retryDelayMs } from "../timers/retry-delay.ts";

export type AuthorizeSetup = Pick<Outside, "clock" | "random"> & { readonly api: Pick<ApiClient, "call"> };

const passingErrors = new Set<string>(["offline", "timeout", "unavailable", "unexpected", "too_many_requests"]);

/** Authorizes channels by one call (LIVE-2), repeated while the socket lives and the server is away; refused ones are missing, or null. */
export async function authorizeChannels(
  { api, clock, random }: AuthorizeSetup,
  body: { readonly socket_id: string; readonly channel_names: string[] },
  isCurrent: () => boolean,
): Promise<CallAnswer<"authorizeChannels">["channels"]> {
  for (let attempt = 0; isCurrent(); attempt += 1) {
    const result = await api.call("authorizeChannels", { body });
    if (result.ok) return result.value.channels;
    if (!passingErrors.has(result.error.code)) break;
    const delayMs = notBefore(result.error, retryDelayMs(attempt, random()));
    await new Promise<void>((resolve) => void clock.later(delayMs, resolve));
  }
  return {};
}
