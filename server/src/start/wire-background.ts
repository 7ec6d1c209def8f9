import serverPackage from "../../package.json" with { type: "json" };
import { lastBackupSeconds } from "../backups/last-backup.pg.ts";
import { collectCars } from "../cars/collect-cars.ts";
import { createCarCollectionStore } from "../cars/collection.pg.ts";
import { expireMessages } from "../edits/expire-messages.ts";
import { createRetentionStore } from "../edits/retention-store.pg.ts";
import type { StorageWatch } from "../files/storage/storage-watch.ts";
import type { FileStorages } from "../files/storage/object-storage.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Rounds } from "../kernel/rounds.ts";
import type { Config } from "../settings/config.ts";
import type { Reach } from "../settings/page-origins.ts";
import type { Readiness } from "../operations/readiness.ts";
import type { VapidKeys } from "../push/vapid-keys.ts";
import type { OpenStorage } from "../storage/open-storage.ts";
import type { HealthSources } from "../operations/health-metrics.ts";
import { createHostTokenStore } from "../embed/store.pg.ts";
import { createMetrics } from "../operations/metrics.ts";
import { createSearchIndexer } from "./wire-search.ts";
import { createVersionStore } from "../offers/version-store.pg.ts";
import { forgetHostTokens } from "../embed/forget-host-tokens.ts";
import { forgetVersions } from "../offers/forget-versions.ts";
import { newestMigration } from "../storage/schema-changes.ts";
import { timeConnections } from "../storage/time-connections.ts";
import type { StartedRealtime } from "./wire-realtime.ts";
import { wireInboundMail } from "./wire-inbound-mail.ts";
import { wireMail } from "./wire-mail.ts";
import { wirePush } from "./wire-push.ts";
import { wireWebhooks } from "./wire-webhooks.ts";

interface BackgroundWiring {
  readonly config: Config;
  readonly storage: OpenStorage;
  readonly reach: Reach;
  readonly clock: Clock;
  readonly log: Log;
}

interface BackgroundSources {
  readonly readiness: Readiness;
  readonly vapid: VapidKeys;
  readonly storages: FileStorages;
  readonly watch: Pick<StorageWatch, "freeBytes">;
  readonly mailKey: string;
}

export function wireBackground(
  serving: BackgroundWiring,
  { realtime, connection, activeRooms }: Pick<StartedRealtime, "realtime" | "connection" | "activeRooms">,
  { readiness, vapid, storages: fileStorages, watch, mailKey }: BackgroundSources,
) {
  const pushes = wirePush({ ...serving, activeRooms, vapid, countResult: (verdict) => metrics.countPush(verdict) });
  const mail = wireMail({
    ...{ ...serving, activeRooms, fileStorages, mailKey },
    isOnline: (...person) => connection.isOnline(...person),
    countResult: (result) => metrics.countMail(result),
  });
  const inboundMail = wireInboundMail({ ...serving, countOutcome: (outcome) => metrics.countInboundMail(outcome) });
  const mailing = [mail, inboundMail].filter((each) => each !== null);
  const searchIndexer = createSearchIndexer(serving, activeRooms);
  const webhooks = wireWebhooks(serving);
  const rounds: Rounds[] = [];
  const metrics = createMetrics({
    health: healthOf(serving, { readiness, storageFreeBytes: watch.freeBytes }),
    realtime: () => realtime.metrics(),
    databasePool: () => serving.storage.pool,
    searchBehindSeconds: () => searchIndexer.behindSeconds(),
    webhooks: webhooks.backlog,
    pushes: pushes.backlog,
    mails: mail && (() => mail.backlog()),
    lastBackupSeconds: () => lastBackupSeconds(serving.storage.pool),
  });
  timeConnections(serving.storage.pool, (seconds) => metrics.observeDatabase(seconds));
  return {
    metrics,
    wakeWebhooks: () => webhooks.wake(),
    sendConfirmation: mail?.sendConfirmation ?? null,
    inboundMail,
    start() {
      searchIndexer.start();
      webhooks.start();
      const { config, storage, clock, log } = serving;
      const { pool } = storage;
      rounds.push(
        collectCars({ store: createCarCollectionStore(pool), clock, log }),
        forgetVersions({ store: createVersionStore(pool), storedDays: config.offerVersionsDays, clock, log }),
        forgetHostTokens({ store: createHostTokenStore(pool), clock, log }),
      );
      const { retentionDays: storedDays } = config;
      if (storedDays !== null)
        rounds.push(expireMessages({ store: createRetentionStore(pool), storedDays, clock, log }));
      pushes.start();
      for (const each of mailing) each.start();
    },
    stop() {
      return Promise.all([searchIndexer, webhooks, pushes, ...mailing, ...rounds].map((each) => each.stop()));
    },
  };
}

const healthOf = (
  { config, storage }: BackgroundWiring,
  parts: Pick<HealthSources, "readiness" | "storageFreeBytes">,
): HealthSources => ({
  ...parts,
  dataDir: config.dataDir,
  version: serverPackage.version,
  newestMigration,
  migrationsRun: storage.migrated.length,
});
