import { randomBytes, randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createAdmitSubscriptions } from "../channel-authorization/admit-subscriptions.ts";
import { createAccessStore } from "../channel-authorization/store.pg.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Config } from "../settings/config.ts";
import { addressGroup } from "../http/address-group.ts";
import { createLiveConnection, type LiveConnection } from "./live-connection.ts";
import type { Log } from "../kernel/log.ts";
import { checkDistinctApps } from "../settings/pusher-apps.ts";
import { type Bus, createMemoryBus } from "../realtime/bus.ts";
import { connectRedisBus } from "../realtime/bus-redis.ts";
import { createRealtimeServer } from "../realtime/create-realtime-server.ts";
import { defaultRealtimeLimits, type RealtimeLimits, withoutRateLimits } from "../realtime/limits.ts";
import {
  type LiveRefusal,
  type PusherApp,
  type RealtimeHooks,
  type RealtimeServer,
  relayClientEvents,
} from "../realtime/realtime-server.ts";
import { createNameStore } from "../participants/store.pg.ts";
import { audienceOf } from "../rooms/broadcast-entry.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { createRoomTailStore } from "../rooms/room-tail.pg.ts";
import { type RoomTail, startRoomTail } from "../rooms/room-tail.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { ensureSetting } from "../storage/stored-setting.ts";
import type { OpenStorage } from "../storage/open-storage.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { validateWhisper } from "../typing/validate-whisper.ts";

/** What the realtime server is built from. */
export interface RealtimeWiring {
  readonly config: Config;
  readonly storage: Pick<OpenStorage, "pool">;
  readonly clock: Clock;
  readonly log: Log;
  readonly security: SecurityLog;
  /** Origins of our own pages. */
  readonly origins: readonly string[];
  /** The numbering that all rooms' logs follow (MSG-5). */
  readonly epoch: string;
}

/** The realtime server, and the application on it that is ours. */
export interface WiredRealtime {
  readonly realtime: RealtimeServer;
  readonly app: PusherApp;
}

/** What the composition root goes on with. */
export interface StartedRealtime {
  readonly live: WiredRealtime;
  readonly connection: LiveConnection;
  readonly tail: RoomTail;
}

/** SEC-2: so long a socket of our own application may stay open before anybody proves to be behind it. */
const authorizeWithinMs = 30_000;

/** Starts the live server of this process, and the tail that finds out what was not broadcast to its sockets. */
export async function startRealtime(wiring: RealtimeWiring): Promise<StartedRealtime> {
  const { storage, clock, log, security, epoch } = wiring;
  let tail: RoomTail | null = null;
  const live = await wireRealtime(wiring, {
    onBroadcast: ([roomId, seq]) => tail?.note(roomId, seq),
    audienceOf,
    onRefused: (refusal) => noteRefusal(security, live.app.id, refusal),
  });
  const connection = createLiveConnection(live.realtime, live.app.id);
  const [rooms, names] = [createRoomStore(storage.pool), createNameStore(storage.pool)];
  const store = { ...createRoomTailStore(storage.pool), listAudiences: rooms.listAudiences.bind(rooms) };
  const findVersions: typeof names.findVersions = (ids) => names.findVersions(ids);
  tail = startRoomTail({ store, findVersions, sockets: connection, epoch, clock, log });
  return { live, connection, tail };
}

/** Builds the realtime server with our application and those of `PUSHER_APPS`. */
async function wireRealtime(wiring: RealtimeWiring, hooks: RealtimeHooks): Promise<WiredRealtime> {
  const { config, clock, log, origins } = wiring;
  const app = await ownApp(wiring);
  checkDistinctApps(app, config.furtherPusherApps);
  const furtherApps = config.furtherPusherApps.map((entry) => ({ ...entry, clientEvents: relayClientEvents }));
  const realtime = createRealtimeServer({
    apps: [app, ...furtherApps],
    bus: await openBus(wiring, app),
    clock,
    log,
    limits: realtimeLimits(config),
    allowedOrigins: [...origins, ...config.allowedOrigins],
    addressOf: (request) => addressGroup(clientAddress(request, config.trustedProxies)),
    hooks,
  });
  return { realtime, app };
}

/** SEC-6: who met a limit, or came from a page that is none of ours; a path that is none is nobody's attack. */
function noteRefusal(security: SecurityLog, ownAppId: string, { reason, user, address: from }: LiveRefusal): void {
  if (reason === "path") return;
  const who = user?.appId === ownAppId ? Number(user.id) : null;
  security.note(reason === "origin" ? "access.refused" : "limit.met", { who, what: `sockets.${reason}`, from });
}

async function openBus({ config: { redisUrl }, clock, log }: RealtimeWiring, app: PusherApp): Promise<Bus> {
  if (redisUrl === null) return createMemoryBus().link();
  try {
    return await connectRedisBus({ url: redisUrl, channel: `cuplaj.${app.id}`, secret: app.secret, clock, log });
  } catch (error) {
    throw new StartupProblem(
      `The Redis at ${new URL(redisUrl).host} (REDIS_URL) does not answer (${reasonOf(error)}).`,
    );
  }
}

/** RUN-6: what is not set is made once and kept, so that it survives restarts and is the same in every process. */
async function ownApp({ config, storage, clock, log }: RealtimeWiring): Promise<PusherApp> {
  const { pusherApp, isLimited } = config;
  const keep = (name: string, make: () => string): Promise<string> =>
    ensureSetting(storage.pool, `pusher_app_${name}`, make);
  return {
    id: pusherApp.id ?? (await keep("id", () => String(randomInt(100_000, 1_000_000)))),
    key: pusherApp.key ?? (await keep("key", () => randomBytes(10).toString("hex"))),
    secret: pusherApp.secret ?? (await keep("secret", () => randomBytes(32).toString("hex"))),
    clientEvents: validateWhisper,
    admit: createAdmitSubscriptions({ store: createAccessStore(storage.pool), clock, log }),
    // Benches connect without ever proving who they are.
    ...(isLimited && { authorizeWithinMs }),
  };
}

function realtimeLimits({ limits, isLimited }: Config): RealtimeLimits {
  const chosen: RealtimeLimits = {
    ...defaultRealtimeLimits,
    subscriptionsMax: limits.LIMIT_SUBSCRIPTIONS_PER_SOCKET,
    clientEventsPerSecondMax: limits.LIMIT_WHISPERS_PER_SECOND,
    socketsMax: limits.LIMIT_SOCKETS,
    socketsPerUserMax: limits.LIMIT_SOCKETS_PER_PERSON,
    socketsPerAddressPerMinuteMax: limits.LIMIT_NEW_SOCKETS_PER_MINUTE,
    socketsPerAddressMax: limits.LIMIT_SOCKETS_PER_ADDRESS,
  };
  return isLimited ? chosen : withoutRateLimits(chosen);
}

/** The address that the last believed proxy saw; Fastify reads the same headers by the same rule (`TRUST_PROXY`). */
function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const hops = [request.socket.remoteAddress ?? "", ...forwarded.toReversed()];
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? "";
}
