import { channelKind, isSocketId } from "./channel-name.ts";
import { asRecord } from "./json.ts";
import type { RealtimeServer } from "./realtime-server.ts";

const channelsMax = 100;
const batchMax = 10;
const eventNameCharactersMax = 200;
const dataBytesMax = 10 * 1024;

/** A refused call; `error` is a message for the client's developer. */
export class ApiRefusal {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string) {
    this.status = status;
    this.error = error;
  }
}

export type ApiAnswer = object | ApiRefusal;

interface ApiCall {
  readonly appId: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly param: (name: string) => string;
}

interface PublishRequest {
  readonly event: string;
  readonly data: string;
  readonly channels: readonly string[];
  readonly exceptSocketId: string | null;
  readonly info: readonly string[];
}

/** `POST /events`: publishes one event. Returns `{}`, or `{ channels }` if `info` requests attributes. */
export function publishEvent(server: RealtimeServer, { appId, body }: ApiCall): ApiAnswer {
  const event = parseEvent(body);
  if (event instanceof ApiRefusal) return event;
  publish(server, appId, event);
  return event.info.length === 0 ? {} : { channels: describeAll(server, appId, event.channels, event.info) };
}

/** `POST /batch_events`: publishes all events, or none if one is invalid. */
export function publishBatch(server: RealtimeServer, { appId, body }: ApiCall): ApiAnswer {
  const batch = asRecord(body)?.["batch"];
  if (!Array.isArray(batch) || batch.length > batchMax) return invalid(`batch must be a list of at most ${batchMax}`);
  const events: PublishRequest[] = [];
  for (const entry of batch) {
    const event = parseEvent(entry);
    if (event instanceof ApiRefusal) return event;
    events.push(event);
  }
  for (const event of events) publish(server, appId, event);
  if (events.every(({ info }) => info.length === 0)) return {};
  return { batch: events.map(({ channels, info }) => attributesOf(server, appId, channels[0] ?? "", info)) };
}

/** `GET /channels`: the occupied channels, with the attributes in `info`. */
export function listChannels(server: RealtimeServer, { appId, query }: ApiCall): ApiAnswer {
  const prefix = query.get("filter_by_prefix") ?? "";
  const info = parseInfo(query.get("info"));
  if (info.includes("user_count") && !prefix.startsWith("presence-")) {
    return invalid("user_count needs filter_by_prefix to begin with presence-");
  }
  if (info.some((attribute) => !channelAttributes.has(attribute))) return invalid("Unknown attribute in info");
  const names = server.occupiedChannels(appId).filter((name) => name.startsWith(prefix));
  return { channels: describeAll(server, appId, names, info) };
}

/** `GET /channels/{channel}`: whether it is occupied, with the attributes in `info`. */
export function describeChannel(server: RealtimeServer, { appId, query, param }: ApiCall): ApiAnswer {
  const channel = param("channel");
  const kind = channelKind(channel);
  const info = parseInfo(query.get("info"));
  if (kind === null) return invalid("Invalid channel name");
  if (info.some((attribute) => !channelAttributes.has(attribute))) return invalid("Unknown attribute in info");
  if (info.includes("user_count") && kind !== "presence") return invalid("user_count needs a presence channel");
  const occupied = server.occupancy(appId, channel).subscriptions > 0;
  return { occupied, ...attributesOf(server, appId, channel, info) };
}

/** `GET /channels/{channel}/users`: ids of the people on a presence channel. */
export function listUsers(server: RealtimeServer, { appId, param }: ApiCall): ApiAnswer {
  const channel = param("channel");
  if (channelKind(channel) !== "presence") return invalid("Users are known on presence channels only");
  return { users: server.members(appId, channel).map((member) => ({ id: member.userId })) };
}

/** `POST /users/{user}/terminate_connections`: closes a person's sockets in all processes. */
export function terminateUser(server: RealtimeServer, { appId, param }: ApiCall): ApiAnswer {
  server.terminateUser(appId, param("user"));
  return {};
}

const channelAttributes: ReadonlySet<string> = new Set(["user_count", "subscription_count"]);

function parseEvent(body: unknown): PublishRequest | ApiRefusal {
  const fields = asRecord(body);
  if (fields === null) return invalid("The body must be a JSON object");
  const { name, data, channel } = fields;
  if (!isEventName(name)) return invalid("Invalid name");
  if (typeof data !== "string") return invalid("data must be a string");
  if (Buffer.byteLength(data) > dataBytesMax) return new ApiRefusal(413, `data is longer than ${dataBytesMax} bytes`);
  const channels = parseChannels(channel === undefined ? fields["channels"] : [channel]);
  if (channels === null) return invalid(`channels must hold 1 to ${channelsMax} valid names`);
  const exceptSocketId = fields["socket_id"] ?? null;
  if (!isSocketIdOrNull(exceptSocketId)) return invalid("Invalid socket_id");
  return { event: name, data, channels, exceptSocketId, info: parseInfo(fields["info"]) };
}

function isEventName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= eventNameCharactersMax;
}

function isSocketIdOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && isSocketId(value));
}

function parseInfo(info: unknown): readonly string[] {
  return typeof info === "string" ? info.split(",").filter((attribute) => attribute !== "") : [];
}

function parseChannels(channels: unknown): readonly string[] | null {
  if (!Array.isArray(channels) || channels.length === 0 || channels.length > channelsMax) return null;
  const names = channels.filter((name) => typeof name === "string" && channelKind(name) !== null);
  return names.length === channels.length ? names : null;
}

function publish(server: RealtimeServer, appId: string, request: PublishRequest): void {
  const { channels, event, data, exceptSocketId } = request;
  const except = exceptSocketId === null ? {} : { exceptSocketId };
  // Unlike a broadcast to several channels, an event published through Pusher's API reaches a socket once per channel.
  for (const channel of channels) server.broadcast(appId, { channels: [channel], event, data, ...except });
}

function describeAll(server: RealtimeServer, appId: string, names: readonly string[], info: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, attributesOf(server, appId, name, info)]));
}

function attributesOf(server: RealtimeServer, appId: string, channel: string, info: readonly string[]): object {
  const { users, subscriptions } = server.occupancy(appId, channel);
  return {
    ...(info.includes("user_count") && { user_count: users }),
    ...(info.includes("subscription_count") && { subscription_count: subscriptions }),
  };
}

function invalid(error: string): ApiRefusal {
  return new ApiRefusal(400, error);
}
