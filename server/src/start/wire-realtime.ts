import { randomBytes, randomInt } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createAdmitSubscriptions } from "../channel-authorization/admit-subscriptions.ts";
import type { AccessStore } from "../channel-authorization/store.ts";
import { createAccessStore } from "../channel-authorization/store.pg.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Config } from "../settings/config.ts";
import { addressGroup } from "../http/address-group.ts";
import { createLiveConnection, type LiveConnection } from "./live-connection.ts";
import type { Log } from "../kernel/log.ts";
import { checkDistinctApps } from "../settings/pusher-apps.ts";
import { type Bus, createMemoryBus } from "../realtime/bus.ts";
import { defaultRealtimeLimits, withoutRateLimits } from "../realtime/limits.ts";
import { type LiveRefusal, type PusherApp, relayClientEvents } from "../realtime/realtime-options.ts";
import { RealtimeServer } from "../realtime/realtime-server.ts";
import { announceSettings } from "../participants/announce-settings.ts";
import { createNameStore } from "../participants/store.pg.ts";
import { audienceOf } from "../rooms/broadcast-entry.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { createActiveRoomStore } from "../rooms/active-rooms.pg.ts";
import { ActiveRooms } from "../rooms/active-rooms.ts";
import { RoomTail } from "../rooms/room-tail.ts";
import type { SecurityLines, SecurityLog } from "../kernel/security-log.ts";
import { ensureSetting } from "../storage/stored-setting.ts";
import { SessionCache } from "../sign-in/session-cache.ts";
import { SessionWatch } from "../sign-in/session-watch.pg.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import type { OpenStorage } from "../storage/open-storage.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";
import { validateWhisper } from "../channel-authorization/validate-whisper.ts";

interface RealtimeWiring {
  readonly config: Config;
  readonly storage: Pick<OpenStorage, "pool" | "newClient">;
  readonly clock: Clock;
  readonly log: Log;
  readonly security: SecurityLines;
  readonly countRefused: (reason: string) => void;
  readonly origins: readonly string[];
  readonly epoch: string;
}

export interface StartedRealtime {
  readonly realtime: RealtimeServer;
  readonly app: PusherApp;
  readonly connection: LiveConnection;
  readonly sessions: SessionCache;
  readonly activeRooms: ActiveRooms;
  /** The watch is not started yet. */
  readonly watch: SessionWatch;
  stop(): Promise<void>;
}

/** SEC-2b: how long a socket of our application may stay open before it authenticates. */
const authorizeWithinMs = 30_000;

/** Starts the live connection: our application and those of `PUSHER_APPS`, the tail that announces missed broadcasts, and the session cache. */
export async function startRealtime(wiring: RealtimeWiring): Promise<StartedRealtime> {
  const { config, storage, clock, log, security, origins } = wiring;
  const keys = await ownKeys(wiring);
  checkDistinctApps(keys, config.furtherPusherApps);
  const bus = await openBus(wiring, keys);
  const accounts = createSignInStore(storage.pool, config.twoFactor);
  const sessions = new SessionCache({
    store: accounts,
    listenerGeneration: () => watch.generation,
    clock,
  });
  const access = rememberingRoles(createAccessStore(storage.pool), (people) => watch.rememberRoles(people));
  const app = {
    ...keys,
    clientEvents: validateWhisper,
    admit: createAdmitSubscriptions({ store: access, clock, log }),
    // Benchmarks connect without authenticating.
    ...(config.isLimited && { authorizeWithinMs }),
  };
  const limits = { ...defaultRealtimeLimits, ...config.limits.realtime };
  const realtime = new RealtimeServer({
    apps: [app, ...config.furtherPusherApps.map((entry) => ({ ...entry, clientEvents: relayClientEvents }))],
    bus,
    clock,
    log,
    limits: config.isLimited ? limits : withoutRateLimits(limits),
    allowedOrigins: [...origins, ...config.allowedOrigins],
    addressOf: (request) => addressGroup(clientAddress(request, config.trustedProxies)),
    hooks: {
      onBroadcast: ([roomId, seq]) => tail.record(Number(roomId), seq),
      audienceOf,
      onRefused(refusal) {
        wiring.countRefused(refusal.reason);
        noteRefusal(security, app.id, refusal);
      },
    },
  });
  const connection = createLiveConnection(realtime, app.id);
  const activeRooms = new ActiveRooms({ store: createActiveRoomStore(storage.pool), clock, log });
  const tail = createTail(wiring, connection);
  activeRooms.watch((...read) => tail.check(...read));
  activeRooms.start();
  const settingsChanged = (id: number): void =>
    void announceSettings({ store: accounts, sessions, live: connection, log }, id);
  const { newClient, pool } = storage;
  const parts = { newClient, pool, cache: sessions, realtime, appId: app.id, settingsChanged };
  const watch = new SessionWatch({ ...parts, security, clock, log });
  const stop = async (): Promise<void> => {
    await activeRooms.stop();
    await tail.stop();
    await watch.close();
  };
  return { realtime, app, connection, sessions, activeRooms, watch, stop };
}

function createTail({ storage, clock, log, epoch }: RealtimeWiring, sockets: LiveConnection): RoomTail {
  const [rooms, names] = [createRoomStore(storage.pool), createNameStore(storage.pool)];
  return new RoomTail({ store: rooms, findVersions: names.findVersions.bind(names), sockets, epoch, clock, log });
}

/** SEC-6: logs exceeded limits and pages of foreign origins; an unknown path or a draining process is harmless. */
function noteRefusal(security: SecurityLog, ownAppId: string, { reason, user, address: from }: LiveRefusal): void {
  if (reason === "path" || reason === "leaving") return;
  const who = user?.appId === ownAppId ? Number(user.id) : null;
  security.note(reason === "origin" ? "access.refused" : "limit.met", { who, what: `sockets.${reason}`, from });
}

type AppKeys = Pick<PusherApp, "id" | "key" | "secret">;

async function openBus({ config: { redisUrl }, clock, log }: RealtimeWiring, { id, secret }: AppKeys): Promise<Bus> {
  if (redisUrl === null) return createMemoryBus().link();
  // The Redis client accounts for a sixth of all modules, so it is loaded only if Redis is configured.
  const { connectRedisBus } = await import("../realtime/bus-redis.ts");
  try {
    return await connectRedisBus({ url: redisUrl, channel: `cuplaj.${id}`, secret, clock, log });
  } catch (error) {
    throw new StartupProblem(
      `The Redis at ${new URL(redisUrl).host} (REDIS_URL) does not answer (${reasonOf(error)}).`,
    );
  }
}

/** RUN-6: keys that are not configured are generated once and stored, so that they survive restarts and are the same in every process. */
async function ownKeys({ config: { pusherApp }, storage }: RealtimeWiring): Promise<AppKeys> {
  const stored = (name: keyof AppKeys, make: () => string): Promise<string> =>
    ensureSetting(storage.pool, `pusher_app_${name}`, make);
  return {
    id: pusherApp.id ?? (await stored("id", () => String(randomInt(100_000, 1_000_000)))),
    key: pusherApp.key ?? (await stored("key", () => randomBytes(10).toString("hex"))),
    secret: pusherApp.secret ?? (await stored("secret", () => randomBytes(32).toString("hex"))),
  };
}

/** PERM-1: reports to the watch the roles on which decisions about subscriptions were based. */
const rememberingRoles = (access: AccessStore, rememberRoles: SessionWatch["rememberRoles"]): AccessStore => ({
  async findAccess(asked, now) {
    const found = await access.findAccess(asked, now);
    rememberRoles(found.owners.values());
    return found;
  },
});

/** Returns the address that the last trusted proxy saw; Fastify reads the same headers by the same rule (`TRUST_PROXY`). */
function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const hops = [request.socket.remoteAddress ?? "", ...forwarded.toReversed()];
  return hops[Math.min(trustedProxies, hops.length - 1)] ?? "";
}
