import { parseChannelName } from "./channel-name.ts";
import { parseBatch, parseEvent, parseInfo, type PublishRequest } from "./http-events.ts";
import type { OccupiedChannel, RealtimeServer } from "./realtime-server.ts";

/** What a call is answered with: JSON of an object, or a problem in words. */
export type ApiAnswer =
  | { readonly status: 200; readonly body: object }
  | { readonly status: 400 | 413; readonly error: string };

/** `POST /events`. */
export function publishEvent(server: RealtimeServer, appId: string, body: unknown): ApiAnswer {
  const parsed = parseEvent(body);
  if (parsed.kind === "invalid") return parsed;
  const { channels, info } = parsed.value;
  publish(server, appId, parsed.value);
  if (info.length === 0) return ok({});
  const entries = channels.map((name) => [name, attributesOf(server.occupied(appId, name), info)] as const);
  return ok({ channels: Object.fromEntries(entries) });
}

/** `POST /batch_events`. */
export function publishBatch(server: RealtimeServer, appId: string, body: unknown): ApiAnswer {
  const parsed = parseBatch(body);
  if (parsed.kind === "invalid") return parsed;
  for (const event of parsed.value) publish(server, appId, event);
  if (parsed.value.every((event) => event.info.length === 0)) return ok({});
  const batch = parsed.value.map(({ channels, info }) => attributesOf(server.occupied(appId, channels[0] ?? ""), info));
  return ok({ batch });
}

/** `GET /channels`: the occupied ones. */
export function listChannels(server: RealtimeServer, appId: string, query: URLSearchParams): ApiAnswer {
  const prefix = query.get("filter_by_prefix") ?? "";
  const info = parseInfo(query.get("info"));
  if (info.includes("user_count") && !prefix.startsWith("presence-")) {
    return problem("user_count needs filter_by_prefix to begin with presence-");
  }
  if (info.some((attribute) => !channelAttributes.has(attribute))) return problem("Unknown attribute in info");
  const channels = [...server.occupiedChannels(appId)]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, occupied]) => [name, attributesOf(occupied, info)] as const);
  return ok({ channels: Object.fromEntries(channels) });
}

/** `GET /channels/{channel}`. */
export function describeChannel(
  server: RealtimeServer,
  appId: string,
  channel: string,
  query: URLSearchParams,
): ApiAnswer {
  const name = parseChannelName(channel);
  const info = parseInfo(query.get("info"));
  if (name === null) return problem("Invalid channel name");
  if (info.some((attribute) => !channelAttributes.has(attribute) && attribute !== "cache")) {
    return problem("Unknown attribute in info");
  }
  if (info.includes("user_count") && name.kind !== "presence") return problem("user_count needs a presence channel");
  if (info.includes("cache") && !name.isCached) return problem("cache needs a cache channel");
  const occupied = server.occupied(appId, channel);
  const cached = info.includes("cache") ? { cache: cacheOf(server, appId, channel) } : {};
  return ok({ occupied: occupied !== null, ...attributesOf(occupied, info), ...cached });
}

/** `GET /channels/{channel}/users`. */
export function listUsers(server: RealtimeServer, appId: string, channel: string): ApiAnswer {
  if (parseChannelName(channel)?.kind !== "presence") return problem("Users are known on presence channels only");
  return ok({ users: server.members(appId, channel).map((member) => ({ id: member.userId })) });
}

/** `POST /users/{user}/terminate_connections`. */
export function terminateUser(server: RealtimeServer, appId: string, userId: string): ApiAnswer {
  server.terminateUser(appId, userId);
  return ok({});
}

const channelAttributes: ReadonlySet<string> = new Set(["user_count", "subscription_count"]);

function publish(server: RealtimeServer, appId: string, request: PublishRequest): void {
  const { channels, event, data, exceptSocketId } = request;
  // Unlike one broadcast to several channels, a publish by Pusher's API reaches a socket once for each of them.
  for (const channel of channels) {
    const broadcast = { channels: [channel], event, data };
    server.broadcast(appId, exceptSocketId === null ? broadcast : { ...broadcast, exceptSocketId });
  }
}

function attributesOf(occupied: OccupiedChannel | null, info: readonly string[]): object {
  return {
    ...(info.includes("user_count") && { user_count: occupied?.userCount ?? 0 }),
    ...(info.includes("subscription_count") && { subscription_count: occupied?.subscriptionCount ?? 0 }),
  };
}

function cacheOf(server: RealtimeServer, appId: string, channel: string): object | null {
  const cached = server.cachedEvent(appId, channel);
  return cached === null ? null : { data: cached.data, ttl: cached.ttlSeconds };
}

function ok(body: object): ApiAnswer {
  return { status: 200, body };
}

function problem(error: string): ApiAnswer {
  return { status: 400, error };
}
