import { randomBytes, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import serverPackage from "../../package.json" with { type: "json" };
import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ApiParts } from "./api-parts.ts";
import { composeApi } from "./compose-api.ts";
import type { Config } from "../settings/config.ts";
import { openDemo } from "./demo-mode.ts";
import { type AnswerHeaders, createAnswerHeaders } from "../http/answer-headers.ts";
import { addEmptyWorker } from "../http/empty-worker.ts";
import { addStaticFiles, findWebApp } from "../http/static-files.ts";
import type { StorageWatch } from "../files/storage/storage-watch.ts";
import type { SharedCounts } from "../kernel/shared-counts.ts";
import { chooseReach, listen } from "./listen.ts";
import { leaveInOrder } from "./leave-in-order.ts";
import type { Log } from "../kernel/log.ts";
import { createReadiness, type Readiness } from "../operations/readiness.ts";
import {
  addOperationsRoutes,
  countRequests,
  endConnectionsWhenLeaving,
  type MetricsAccess,
} from "../operations/routes.ts";
import { addressToOpen, hostNames, liveOrigins, pageOrigins } from "../settings/page-origins.ts";
import { requireFileChecker } from "../settings/file-check-command.ts";
import { readCertificate } from "../settings/read-certificate.ts";
import { warnOfNoStaff } from "../offers/offer-staff.ts";
import { createOfferStore } from "../offers/store.pg.ts";
import { createCheckEndpoint } from "../push/check-endpoint.ts";
import { ownVapidKeys, type VapidKeys } from "../push/vapid-keys.ts";
import type { PusherApp } from "../realtime/realtime-options.ts";
import type { RealtimeServer } from "../realtime/realtime-server.ts";
import { realtimeRoutes } from "../realtime/routes.ts";
import { checkWritable } from "../storage/database.ts";
import { ensureSetting } from "../storage/stored-setting.ts";
import { type OpenStorage, openStorage } from "../storage/open-storage.ts";
import { wireAudit } from "./wire-audit.ts";
import { wireBackground } from "./wire-background.ts";
import { wireFileChecks } from "./wire-file-checks.ts";
import { startFileStorage } from "./wire-file-storage.ts";
import { startRealtime } from "./wire-realtime.ts";
import { issuerOf } from "../two-factor/rules.ts";
import { endIncompleteSignIns } from "./wire-two-factor.ts";
import { wireVinDecoder } from "./wire-vin-decoder.ts";
import type { HostSignIn } from "../embed/sign-in-by-host.ts";

interface RunningServer {
  readonly address: string;
  readonly renewCertificate: () => void;
  /** Shuts down in order (RUN-5); a second call waits for the first. */
  stop(): Promise<void>;
}

const webFolder = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/** Starts everything; if a part fails, stops the parts that have started. */
export async function startServer(config: Config, clock: Clock, log: Log): Promise<RunningServer> {
  const parts = await prepare(config, clock, log);
  try {
    return await serve(parts);
  } catch (error) {
    await parts.storage.close();
    throw error;
  }
}

type Serving = Awaited<ReturnType<typeof prepare>>;

async function prepare(config: Config, clock: Clock, log: Log) {
  for (const warning of config.warnings) log.warn(warning);
  const webApp = findWebApp(webFolder);
  if (webApp === null) log.warn({ webFolder }, "the web app is not built (npm run build): only the API is served");
  const certificate = readCertificate(config);
  requireFileChecker(config.fileCheckCommand);
  const { dataDir, databaseUrl, databasePoolSize: poolSize } = config;
  const { reach, releasePorts } = await chooseReach(config);
  const origins = pageOrigins(reach);
  const storage = await openStorage({
    ...{ dataDir, databaseUrl, poolSize, clock, log },
    upgrade: async () => (await import("./wire-backups.ts")).upgradeSteps(config, clock, log),
    hold: config.redisUrl === null ? "alone" : "beside-others",
  });
  if (storage.migrated.length > 0) log.info({ migrations: storage.migrated }, "the tables are up to date");
  return { config, clock, log, webApp, reach, releasePorts, origins, storage, certificate };
}

async function serve(serving: Serving): Promise<RunningServer> {
  const { config, clock, log, reach, storage } = serving;
  const fileStorage = await startFileStorage({ ...serving, countError: (kind) => metrics.countStorageError(kind) });
  const { watch: storageWatch } = fileStorage;
  const answerHeaders = answerHeadersOf(serving, storageWatch);
  const fileChecks = wireFileChecks(serving);
  const { accounts, life: demoLife } = await openDemo({ ...serving, storages: fileStorage.storages }, () => app);
  await warnOfNoStaff({ offers: createOfferStore(storage.pool), offerStaff: config.offerStaff, log });
  const endSignInsNoMore = await endIncompleteSignIns(serving);
  const { security, ...audit } = wireAudit({ ...serving, demoLife, count: (event) => metrics.countSecurity(event) });
  const keys = await storedKeys(storage.pool);
  const live = await startRealtime({
    ...{ ...serving, security, epoch: keys.epoch },
    countRefused: (reason) => metrics.countRefused(reason),
  });
  storageWatch.onChange((trouble) => live.connection.broadcastToAllHere("StorageUpdated", { trouble }));
  const vapid = config.push.vapid ?? (await ownVapidKeys(storage.pool));
  const readiness = watchReadiness(serving, live.realtime, storageWatch);
  const { metrics, ...background } = wireBackground(serving, live, { ...fileStorage, ...keys, readiness, vapid });
  const app = await composeApi({
    ...{ ...serving, ...fileChecks, answerHeaders, pool: storage.pool },
    ...{ fileStorages: fileStorage.storages, noteStorage: storageWatch.note },
    ...{ quota: config.quota, offerStaff: config.offerStaff, wakeWebhooks: background.wakeWebhooks },
    ...{ live: live.connection, health: () => readiness.check() },
    ...{ security, isPublicSecure: isPublicSecure(config), clock, version: serverPackage.version },
    ...{ publishQueueMax: config.publishQueueMax, measureBatch: metrics.countBatch },
    ...{ ...keys, sendConfirmation: background.sendConfirmation, inboundMail: background.inboundMail },
    ...{ sessions: live.sessions, hostSignIn: hostSignInOf(serving), trustedProxies: config.trustedProxies },
    ...{ twoFactor: config.twoFactor, issuer: issuerOf(config.publicUrl), askVinDecoder: wireVinDecoder(serving) },
    ...{ limits: config.isLimited ? config.limits : null, sharedCounts: await openSharedCounts(serving, live.app) },
    publicSettings: publicSettingsOf(serving, live.app, accounts, vapid),
    checkPushEndpoint: createCheckEndpoint({ isLoopbackAllowed: config.push.isLoopbackAllowed, clock }),
    ...{ noteAway: (error: unknown) => storage.trouble.note(error), inTime: storage.trouble.inTime },
    hostNames: hostNames(reach, config.allowedOrigins),
    addHooks(app) {
      countRequests(app, metrics);
      endConnectionsWhenLeaving(app, readiness);
    },
  });
  addOperationsRoutes(app, { readiness, metrics, ...metricsAccess(config) });
  await app.register(realtimeRoutes(live.realtime, clock));
  if (!config.hasServiceWorker) addEmptyWorker(app);
  await addStaticFiles(app, serving.webApp);
  const { servers, renewCertificate } = await listen(app, { ...serving, answerHeaders, security }, live.realtime);
  await live.watch.start();
  background.start();
  const closeStorage = async (): Promise<void> => {
    endSignInsNoMore();
    await fileChecks.inspector.stop();
    await Promise.all([fileStorage.stop(), background.stop(), demoLife?.stop()]);
    await live.stop();
    await audit.stop();
    await storage.close();
  };
  const hasOthers = config.redisUrl !== null;
  const leaving = { ...serving, app, readiness, realtime: live.realtime, servers, closeStorage, hasOthers };
  let left: Promise<void> | null = null;
  return { address: addressToOpen(reach), renewCertificate, stop: () => (left ??= leaveInOrder(leaving)) };
}

/** Made once, and the same in every process. */
async function storedKeys(pool: OpenStorage["pool"]) {
  const made = () => randomBytes(32).toString("base64url");
  return {
    epoch: await ensureSetting(pool, "epoch", randomUUID),
    ticketSecret: await ensureSetting(pool, "ticket_secret", made),
    mailKey: await ensureSetting(pool, "mail_key", made),
  };
}

const isPublicSecure = ({ publicUrl }: Config): boolean => publicUrl?.startsWith("https:") === true;

const hostSignInOf = ({ config, origins }: Serving): HostSignIn => ({
  secret: config.embedSecret,
  audiences: origins,
  embedOrigins: config.embedOrigins,
});

function publicSettingsOf(
  { config, reach }: Serving,
  { key }: PusherApp,
  accounts: PublicSettings["demo_accounts"],
  vapid: VapidKeys,
): ApiParts["publicSettings"] {
  return {
    version: serverPackage.version,
    pusher_key: key,
    wss_port: reach.tlsPort,
    vapid_public_key: vapid.publicKey,
    embed_origins: [...config.embedOrigins],
    upload_bytes_max: config.uploadBytesMax,
    sentry_dsn: config.errorReports?.dsn ?? null,
    register_text: config.registerText,
    forgotten_password_text: config.forgottenPasswordText,
    demo_accounts: accounts,
  };
}

function answerHeadersOf({ config, origins, webApp }: Serving, storageWatch: StorageWatch): AnswerHeaders {
  return createAnswerHeaders({
    // REP-1: pages send their error reports to this origin, if there is one.
    calledOrigins: [...liveOrigins(origins), ...(config.errorReports === null ? [] : [config.errorReports.origin])],
    embedOrigins: config.embedOrigins,
    inlineScripts: webApp?.inlineScripts ?? [],
    inlineStyles: webApp?.inlineStyles ?? [],
    isPublicSecure: isPublicSecure(config),
    storageTrouble: storageWatch.trouble,
  });
}

function watchReadiness({ storage, clock }: Serving, realtime: RealtimeServer, { trouble }: StorageWatch): Readiness {
  return createReadiness({
    askDatabase: () => checkWritable(storage.pool),
    takesWrites: () => storage.trouble.takesWrites(),
    isBusReady: () => realtime.isBusReady(),
    storageTrouble: trouble,
    clock,
  });
}

/** LIM-2: opens the counts of calls and failures that processes with the same Redis share. */
async function openSharedCounts({ config, clock, log }: Serving, app: PusherApp): Promise<SharedCounts | null> {
  const { redisUrl: url, isLimited } = config;
  if (url === null || !isLimited) return null;
  const { connectSharedCounts } = await import("../kernel/shared-counts.ts");
  return await connectSharedCounts({ url, prefix: `cuplaj.${app.id}.limits`, secret: app.secret, clock, log });
}

/** RUN-8c: programs on this machine need no token if none is set and no request can come through a proxy. */
function metricsAccess({ metricsToken, trustedProxies, isPublic }: Config): MetricsAccess {
  return { metricsToken, areMetricsLocal: metricsToken === null && trustedProxies === 0 && !isPublic };
}
