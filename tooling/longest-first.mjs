import { BaseSequencer } from "vitest/node";

/**
 * The files of each lane that take about ten seconds or more, the longest first: a long one that begins last is waited for alone.
 * Vitest knows durations from an earlier run only, which a fresh clone does not have.
 */
export const LONG_FILES = [
  "e2e/src/outbox.e2e.ts",
  "e2e/src/proxies.e2e.ts",
  "e2e/src/release.e2e.ts",
  "e2e/src/offers-live.e2e.ts",
  "e2e/src/drafts.e2e.ts",
  "e2e/src/sign-in.e2e.ts",
  "e2e/src/pushes.e2e.ts",
  "e2e/src/offline-closed.e2e.ts",
  "e2e/src/offline-update.e2e.ts",
  "e2e/src/offline-left.e2e.ts",
  "e2e/src/notifications.e2e.ts",
  "e2e/src/ringing.e2e.ts",
  "e2e/src/catch-up.e2e.ts",
  "e2e/src/first-unread.e2e.ts",
  "e2e/src/screens.e2e.ts",
  "e2e/src/erp.e2e.ts",
  "e2e/src/killed-browser.e2e.ts",
  "e2e/src/connection.e2e.ts",
  "e2e/src/rooms.e2e.ts",
  "e2e/src/embedding-others.e2e.ts",
  "e2e/src/embedding.e2e.ts",
  "e2e/src/embedding-persons.e2e.ts",
  "e2e/src/embedding-manners.e2e.ts",
  "e2e/src/embed-demo.e2e.ts",
  "e2e/src/history.e2e.ts",
  "e2e/src/messages.e2e.ts",
  "e2e/src/files-seen.e2e.ts",
  "e2e/src/offline.e2e.ts",
  "e2e/src/engines/firefox.e2e.ts",
  "e2e/src/engines/webkit.e2e.ts",
  "e2e/src/engines/framed-firefox.e2e.ts",
  "e2e/src/engines/framed-webkit.e2e.ts",
  "e2e/src/tls.e2e.ts",
  "e2e/src/failed-calls.e2e.ts",
  "e2e/src/newer-server.e2e.ts",
  "e2e/src/hostile-administration.e2e.ts",
  "e2e/src/hostile-texts.e2e.ts",
  "e2e/src/downloads.e2e.ts",
  "e2e/src/first-password.e2e.ts",
  "tooling/new-kind.test.ts",
  "server/src/operations/operations-document.pg.test.ts",
  "server/src/start/backups.pg.test.ts",
  "server/src/http/api-docs/document.pg.test.ts",
  "server/src/uploads/killed-uploads.pg.test.ts",
  "server/src/uploads/upload-memory.pg.test.ts",
  "server/src/start/own-postgres-process.pg.test.ts",
  "server/src/start/one-database.pg.test.ts",
  "server/src/rooms/healing.pg.test.ts",
  "server/src/start/demo-mode.pg.test.ts",
  "server/src/http/api-docs/snippets.pg.test.ts",
  "server/src/start/storage-move.pg.test.ts",
  "server/src/file-storage/move.pg.test.ts",
  "server/src/file-storage/crash.pg.test.ts",
  "server/src/rooms/unread-drift.pg.test.ts",
  "server/src/start/refused-upgrades.pg.test.ts",
  "server/src/start/leave-in-order.pg.test.ts",
  "server/src/start/silent-connections.pg.test.ts",
  "server/src/push/push-sender.pg.test.ts",
  "server/src/push/push-services.pg.test.ts",
  "server/src/start/webhooks.pg.test.ts",
  "server/src/start/push.pg.test.ts",
  "server/src/command-line/own-database-commands.pg.test.ts",
  "server/src/command-line/person-commands.pg.test.ts",
  "server/src/command-line/token-commands.pg.test.ts",
  "server/src/command-line/offer-commands.pg.test.ts",
  "server/src/media/media-process.test.ts",
  "server/src/media/hostile-files.test.ts",
  "web/src/realtime/real-server.test.ts",
  "server/src/realtime/bus-redis.test.ts",
  "web/src/realtime/live.test.ts",
];

/** Begins the files with the longest ones, then goes on as Vitest does. */
export class LongestFirst extends BaseSequencer {
  /** @override @param {Parameters<BaseSequencer["sort"]>[0]} files */
  async sort(files) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, not an array's
    const sorted = await super.sort(files);
    const rank = (/** @type {string} */ file) => {
      const index = LONG_FILES.findIndex((name) => file.endsWith(`/${name}`));
      return index === -1 ? LONG_FILES.length : index;
    };
    return sorted.toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId));
  }
}
