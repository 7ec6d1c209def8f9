import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { fileURLToPath } from "node:url";
import serverPackage from "../package.json" with { type: "json" };
import type { Clock } from "./clock.ts";
import { callLimits } from "./call-limits.ts";
import { closeHttp } from "./close-http.ts";
import { type ApiParts, composeApi } from "./compose-api.ts";
import type { Config } from "./config.ts";
import { demoAccounts, fillEmptyWithDemo } from "./demo-mode.ts";
import { freePort, portProblem } from "./free-port.ts";
import type { App } from "./http/app.ts";
import { addSecurityHeaders, type SecurityHeaderOptions } from "./http/security-headers.ts";
import { addStaticFiles, findWebApp, type WebApp } from "./http/static-files.ts";
import { leaveInOrder } from "./leave-in-order.ts";
import type { LiveConnection } from "./live-connection.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./operations/metrics.ts";
import { createReadiness } from "./operations/readiness.ts";
import { addOperationsRoutes, countRequests, endConnectionsWhenLeaving } from "./operations/routes.ts";
import { addressToOpen, liveOrigins, pageOrigins, type Reach } from "./page-origins.ts";
import { type Certificate, readCertificate } from "./read-certificate.ts";
import type { RealtimeServer } from "./realtime/realtime-server.ts";
import { realtimeRoutes } from "./realtime/routes.ts";
import { createSecurityLog } from "./security-log.ts";
import { createCallerCache } from "./sign-in/caller-cache.ts";
import { closeEndedSockets, type ClosingParts } from "./sign-in/close-ended-sockets.ts";
import { createEndedSignIns } from "./sign-in/ended-sign-ins.pg.ts";
import { createSignInStore } from "./sign-in/store.pg.ts";
import { isLoopbackHost } from "./settings.ts";
import { checkWritable } from "./storage/database.ts";
import { keepSetting } from "./storage/kept-setting.ts";
import { type OpenStorage, openStorage } from "./storage/open-storage.ts";
import { keepTellingRoomHeads } from "./sync/room-heads.ts";
import { createEventLog } from "./sync/store.pg.ts";
import { startRealtime, type WiredRealtime } from "./wire-realtime.ts";

/** A server that answers. */
export interface RunningServer {
  /** The one address to open. */
  readonly address: string;
  /** Leaves in order (RUN-5); a second call waits for the first. */
  stop(): Promise<void>;
}

/** Longest time that the head of a request may take to arrive. */
const headersTimeoutMs = 10_000;
const webFolder = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Starts everything; what is half up when something is in the way is taken down again. */
export async function startServer(config: Config, clock: Clock, log: Log): Promise<RunningServer> {
  const webApp = findWebApp(webFolder);
  if (webApp === null) log.warn({ webFolder }, "the web app is not built (npm run build): only the API is served");
  const certificate = readCertificate(config);
  const { dataDir, databaseUrl, databasePoolSize: poolSize } = config;
  const reach = await chooseReach(config);
  const storage = await openStorage({ dataDir, databaseUrl, poolSize, clock, log });
  try {
    return await serve({ config, clock, log, webApp, reach, storage, certificate });
  } catch (error) {
    await storage.close();
    throw error;
  }
}

interface Serving {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly webApp: WebApp | null;
  readonly reach: Reach;
  readonly storage: OpenStorage;
  readonly certificate: Certificate | null;
}

async function serve(serving: Serving): Promise<RunningServer> {
  const { config, clock, log, reach, storage } = serving;
  if (storage.migrated.length > 0) log.info({ migrations: storage.migrated }, "the tables are up to date");
  if (config.demo === "when-empty") await fillEmptyWithDemo(storage.database, clock);
  const origins = pageOrigins(reach);
  const { live, connection, recheck } = await startRealtime({ config, clock, log, storage, origins });
  const { version } = serverPackage;
  const accounts = await demoAccounts(config, storage.database);
  const publicSettings = { version, pusher_key: live.app.key, wss_port: reach.tlsPort, demo_accounts: accounts };
  const askDatabase = (): Promise<void> => checkWritable(storage.pool);
  const readiness = createReadiness({ askDatabase, isBusReady: () => live.realtime.isBusReady(), clock });
  const metrics = createMetrics({ realtime: () => live.realtime.metrics(), databasePool: () => storage.pool });
  const epoch = await keepSetting(storage.database, "epoch", randomUUID);
  const signIns = followSignIns(serving);
  const app = await composeApi({
    pool: storage.pool,
    live: { ...connection, recheck: () => recheck.keepLooking() },
    log,
    security: createSecurityLog({ log, clock }),
    now: () => clock.now(),
    setTimeout: (run, delayMs) => clock.setTimeout(run, delayMs),
    clearTimeout: (timer) => clock.clearTimeout(timer),
    version,
    epoch,
    publishQueueMax: config.publishQueueMax,
    measureFlight: metrics.countFlight,
    callers: signIns.callers,
    trustedProxies: config.trustedProxies,
    limits: config.isLimited ? apiLimits(config) : null,
    publicSettings: () => Promise.resolve(publicSettings),
    addHooks(app) {
      addSecurityHeaders(app, securityHeaders(serving, origins));
      countRequests(app, metrics);
      endConnectionsWhenLeaving(app, readiness);
    },
  });
  addOperationsRoutes(app, { readiness, metrics, metricsToken: config.metricsToken });
  await app.register(realtimeRoutes(live.realtime, clock));
  await addStaticFiles(app, serving.webApp);
  const servers = await listen(app, serving, live.realtime);
  const signInWatch = await watchSignIns(serving, live, signIns);
  const roomHeads = tellRoomHeadsTo(connection, serving, epoch);
  const leaving = {
    readiness,
    realtime: live.realtime,
    servers,
    closeHttp: () => closeHttp(app, servers, clock),
    closeStorage: async () => {
      recheck.stop();
      await roomHeads.stop();
      await signInWatch.close();
      await storage.close();
    },
    clock,
    log,
  };
  let left: Promise<void> | null = null;
  return { address: addressToOpen(reach), stop: () => (left ??= leaveInOrder(leaving)) };
}

/** Everyone connected hears where their rooms' logs end (LIVE-3). */
function tellRoomHeadsTo(
  live: LiveConnection,
  { storage, clock, log }: Serving,
  epoch: string,
): { stop(): Promise<void> } {
  const eventLog = createEventLog(storage.pool);
  return keepTellingRoomHeads({ eventLog, broadcaster: live, connected: () => live.connected(), epoch, clock, log });
}

/** AUTH-7: who calls is remembered while ended sign-ins are heard of. */
function followSignIns({ storage, clock, log }: Serving): Pick<ClosingParts, "endedSignIns" | "callers"> {
  const endedSignIns = createEndedSignIns({ newClient: storage.newClient, clock, log });
  return {
    endedSignIns,
    callers: createCallerCache({ hearing: () => endedSignIns.hearing(), now: () => clock.now() }),
  };
}

/** Sockets end with their sign-ins (AUTH-6, LIVE-8). */
async function watchSignIns(
  { storage, clock, log }: Serving,
  live: WiredRealtime,
  signIns: Pick<ClosingParts, "endedSignIns" | "callers">,
): Promise<{ close(): Promise<void> }> {
  return await closeEndedSockets({
    ...signIns,
    store: createSignInStore(storage.pool),
    sockets: {
      sessions: () => live.realtime.sessions(),
      closeSession: (session) => live.realtime.closeSession(session),
      closePerson: (participantId) => live.realtime.closeUser(live.app.id, String(participantId)),
    },
    clock,
    log,
  });
}

function securityHeaders({ webApp, config }: Serving, origins: readonly string[]): SecurityHeaderOptions {
  const inlineScripts = webApp?.inlineScripts ?? [];
  return { liveOrigins: liveOrigins(origins), embedOrigins: config.embedOrigins, inlineScripts };
}

function apiLimits({ limits }: Config): ApiParts["limits"] {
  return {
    calls: callLimits(limits),
    signInFailuresPerMinute: limits.LIMIT_SIGN_IN_FAILURES_PER_MINUTE,
  };
}

/** Ports are known before anything is built on them; with TLS the plain one serves this machine alone. */
async function chooseReach(config: Config): Promise<Reach> {
  const port = await freePort(plainHost(config), config.port, "PORT");
  const tlsPort = config.tls === null ? null : await freePort(config.host, config.tls.port, "TLS_PORT");
  return { host: config.host, port, tlsPort, publicUrl: config.publicUrl };
}

function plainHost(config: Config): string {
  return config.tls === null || isLoopbackHost(config.host) ? config.host : "127.0.0.1";
}

async function listen(app: App, serving: Serving, realtime: RealtimeServer): Promise<readonly Server[]> {
  const { config, reach, certificate } = serving;
  const plain = { host: plainHost(config), port: reach.port };
  await app.listen({ ...plain, listenTextResolver: () => "listening" }).catch((error: unknown) => {
    throw portProblem(error, plain.host, plain.port, "PORT");
  });
  const servers: Server[] = [app.server];
  if (certificate !== null && reach.tlsPort !== null) {
    servers.push(await listenSecurely(app, certificate, config.host, reach.tlsPort));
  }
  for (const server of servers) {
    server.headersTimeout = headersTimeoutMs;
    server.on("upgrade", (request, socket, head) => realtime.handleUpgrade(request, socket, head));
    if (config.isLimited && config.trustedProxies === 0) realtime.guardHandshakes(server);
  }
  return servers;
}

async function listenSecurely(app: App, certificate: Certificate, host: string, port: number): Promise<Server> {
  const server = createHttpsServer({ ...certificate, minVersion: "TLSv1.2" });
  server.requestTimeout = app.server.requestTimeout;
  // SEC-5: an answer that is not read is cut here too.
  server.timeout = app.server.timeout;
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.on("request", (request, response) => app.routing(request, response));
  return await new Promise((resolve, reject) => {
    server.once("error", (error) => reject(portProblem(error, host, port, "TLS_PORT")));
    server.listen(port, host, () => resolve(server));
  });
}
