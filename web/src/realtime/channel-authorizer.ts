import type { ChannelAuthorizationHandler } from "pusher-js";
import { lookupIdsMax } from "@cuplaj/protocol/limits.ts";
import type { ApiClient, CallResult } from "../api/api-client.ts";
import type { CallAnswer } from "@cuplaj/protocol/calls.ts";
import type { Clock } from "../platform/clock.ts";
import { retryDelayMs } from "./retry-delay.ts";

type Done = Parameters<ChannelAuthorizationHandler>[1];

interface Asked {
  readonly socketId: string;
  readonly channelName: string;
  readonly done: Done;
}

/** What the authorizer is built from. */
export interface AuthorizerSetup {
  readonly call: ApiClient["call"];
  readonly clock: Clock;
  readonly random: () => number;
  /** Whether this is still the live socket: answers for an older one are worth nothing. */
  readonly isCurrent: (socketId: string) => boolean;
}

/**
 * Authorizes channels, all that are asked for in one turn by one call (LIVE-2). A refusal is an error of the subscription; where
 * the server is away it is asked again for as long as the socket lives. 401 signs out, as in every call.
 */
export function createChannelAuthorizer(setup: AuthorizerSetup): ChannelAuthorizationHandler {
  let asked: Asked[] = [];

  return ({ socketId, channelName }, done) => {
    asked.push({ socketId, channelName, done });
    if (asked.length > 1) return;
    queueMicrotask(() => {
      const batch = asked;
      asked = [];
      for (const part of inParts(batch)) void authorize(setup, part, 0);
    });
  };
}

async function authorize(setup: AuthorizerSetup, batch: readonly Asked[], attempt: number): Promise<void> {
  const socketId = batch[0]?.socketId;
  if (socketId === undefined || !setup.isCurrent(socketId)) return;
  const channel_names = batch.map(({ channelName }) => channelName);
  const result = await setup.call("authorizeChannels", { body: { socket_id: socketId, channel_names } });
  if (!setup.isCurrent(socketId)) return;
  if (!isPassing(result)) {
    for (const one of batch) settle(one, result);
    return;
  }
  const hinted = (result.error.retryAfterSeconds ?? 0) * 1000;
  const delayMs = Math.max(hinted, retryDelayMs(attempt, setup.random()));
  setup.clock.later(delayMs, () => void authorize(setup, batch, attempt + 1));
}

function settle({ channelName, done }: Asked, result: Answered): void {
  const authorization = result.ok ? (result.value.channels[channelName] ?? null) : null;
  done(authorization ? null : new Error("forbidden"), authorization);
}

type Answered = CallResult<CallAnswer<"authorizeChannels">>;

/** Whether asking again may help. */
function isPassing(result: Answered): result is Extract<Answered, { ok: false }> {
  if (result.ok) return false;
  const { code } = result.error;
  return ["offline", "timeout", "unavailable", "unexpected", "too_many_requests"].includes(code);
}

function inParts(batch: readonly Asked[]): readonly (readonly Asked[])[] {
  const bySocket = Map.groupBy(batch, ({ socketId }) => socketId);
  return [...bySocket.values()].flatMap((all) => {
    const parts: Asked[][] = [];
    for (let from = 0; from < all.length; from += lookupIdsMax) parts.push(all.slice(from, from + lookupIdsMax));
    return parts;
  });
}
