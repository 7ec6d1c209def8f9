import type { CallAnswer } from "@cuplaj/protocol/calls.ts";
import type { ApiClient } from "../api/api-client.ts";
import type { Outside } from "../state/part.ts";
import { isRefusal } from "../state/retries/may-pass.ts";
import { reconnectDelayMs } from "../state/retries/retry-delay.ts";

export type AuthorizeSetup = Pick<Outside, "clock" | "random"> & { readonly api: Pick<ApiClient, "call"> };

/** Authorizes channels by one call (LIVE-2), repeated while the socket lives and the server is away; refused ones are missing, or null. */
export async function authorizeChannels(
  { api, clock, random }: AuthorizeSetup,
  body: { readonly socket_id: string; readonly channel_names: string[] },
  isCurrent: () => boolean,
): Promise<CallAnswer<"authorizeChannels">["channels"]> {
  for (let attempt = 0; isCurrent(); attempt += 1) {
    const result = await api.call("authorizeChannels", { body });
    if (result.ok) return result.value.channels;
    if (isRefusal(result.error)) break;
    const delayMs = reconnectDelayMs(attempt, random(), result.error);
    await new Promise<void>((resolve) => void clock.later(delayMs, resolve));
  }
  return {};
}
