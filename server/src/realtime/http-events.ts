import { isSocketId, parseChannelName } from "./channel-name.ts";
import { asRecord } from "./json.ts";

const channelsMax = 100;
const batchMax = 10;
const eventNameCharactersMax = 200;
const dataBytesMax = 10 * 1024;

/** One event that a server asks to publish. */
export interface PublishRequest {
  readonly event: string;
  readonly data: string;
  readonly channels: readonly string[];
  readonly exceptSocketId: string | null;
  readonly info: readonly string[];
}

/** A request that parsed, or the status and words that tell what is wrong with it. */
export type Parsed<Value> =
  | { readonly kind: "parsed"; readonly value: Value }
  | { readonly kind: "invalid"; readonly status: 400 | 413; readonly error: string };

/** The body of `POST /events`. */
export function parseEvent(body: unknown): Parsed<PublishRequest> {
  const fields = asRecord(body);
  if (fields === null) return invalid("The body must be a JSON object");
  const { name, data, channel, info } = fields;
  if (!isEventName(name)) return invalid("Invalid name");
  if (typeof data !== "string") return invalid("data must be a string");
  if (Buffer.byteLength(data) > dataBytesMax) {
    return { kind: "invalid", status: 413, error: `data is longer than ${dataBytesMax} bytes` };
  }
  const channels = parseChannels(channel === undefined ? fields["channels"] : [channel]);
  if (channels === null) return invalid(`channels must hold 1 to ${channelsMax} valid names`);
  const exceptSocketId = fields["socket_id"] ?? null;
  if (!isSocketIdOrNull(exceptSocketId)) return invalid("Invalid socket_id");
  return { kind: "parsed", value: { event: name, data, channels, exceptSocketId, info: parseInfo(info) } };
}

/** The body of `POST /batch_events`: all events are fit to publish, or none is published. */
export function parseBatch(body: unknown): Parsed<readonly PublishRequest[]> {
  const batch = asRecord(body)?.["batch"];
  if (!Array.isArray(batch) || batch.length > batchMax) return invalid(`batch must be a list of at most ${batchMax}`);
  const events: PublishRequest[] = [];
  for (const entry of batch) {
    const event = parseEvent(entry);
    if (event.kind === "invalid") return event;
    events.push(event.value);
  }
  return { kind: "parsed", value: events };
}

/** The attributes in `info`, a comma-separated list. */
export function parseInfo(info: unknown): readonly string[] {
  return typeof info === "string" ? info.split(",").filter((attribute) => attribute !== "") : [];
}

function parseChannels(channels: unknown): readonly string[] | null {
  if (!Array.isArray(channels) || channels.length === 0 || channels.length > channelsMax) return null;
  const names = channels.filter((name) => typeof name === "string" && parseChannelName(name) !== null);
  return names.length === channels.length ? names : null;
}

function isEventName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= eventNameCharactersMax;
}

function isSocketIdOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && isSocketId(value));
}

function invalid(error: string): Parsed<never> {
  return { kind: "invalid", status: 400, error };
}
