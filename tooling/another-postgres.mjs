import { listSources } from "./source-files.mjs";

/**
 * Server tests that another PostgreSQL cannot change, with what they are about instead: RUN-3c's second lane leaves them out. One that
 * is not named here runs on both.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const SAME_ON_ANY_POSTGRES = {
  "whole programs and their own PostgreSQL": [
    "server/src/command-line/offer-commands.pg.test.ts",
    "server/src/command-line/own-database-commands.pg.test.ts",
    "server/src/command-line/person-commands.pg.test.ts",
    "server/src/command-line/token-commands.pg.test.ts",
    "server/src/command-line/user-commands.pg.test.ts",
    "server/src/operations/operations-document.pg.test.ts",
    "server/src/start/backups.pg.test.ts",
    "server/src/start/leave-in-order.pg.test.ts",
    "server/src/start/own-postgres-process.pg.test.ts",
    "server/src/start/refused-upgrades.pg.test.ts",
    "server/src/start/silent-connections.pg.test.ts",
    "server/src/start/start-problems.pg.test.ts",
    "server/src/start/wire-backups.pg.test.ts",
  ],
  "whole programs beside each other, and who may start": [
    "server/src/operations/alarm-files.pg.test.ts",
    "server/src/operations/operations.pg.test.ts",
    "server/src/participants/devices-follow.pg.test.ts",
    "server/src/rooms/healing.pg.test.ts",
    "server/src/search/server-index.pg.test.ts",
    "server/src/start/demo-mode.pg.test.ts",
    "server/src/start/embedding.pg.test.ts",
    "server/src/start/ended-start.pg.test.ts",
    "server/src/start/message-way.pg.test.ts",
    "server/src/start/push.pg.test.ts",
    "server/src/start/webhooks.pg.test.ts",
    "server/src/start/what-is-loaded.pg.test.ts",
  ],
  "files, which lie on a disk or in S3": [
    "server/src/downloads/download-file.pg.test.ts",
    "server/src/file-storage/crash.pg.test.ts",
    "server/src/file-storage/move.pg.test.ts",
    "server/src/start/running-downloads.pg.test.ts",
    "server/src/start/storage-move.pg.test.ts",
    "server/src/uploads/broken-uploads.pg.test.ts",
    "server/src/uploads/killed-uploads.pg.test.ts",
    "server/src/uploads/upload-memory.pg.test.ts",
  ],
  "what other servers answer": ["server/src/push/push-services.pg.test.ts"],
  "HTTP before and behind the use cases": [
    "server/src/http/api-docs/document.pg.test.ts",
    "server/src/http/api-docs/snippets.pg.test.ts",
    "server/src/http/early-answers.pg.test.ts",
    "server/src/http/http.pg.test.ts",
    "server/src/http/other-routes.pg.test.ts",
    "server/src/http/permissions.pg.test.ts",
    "server/src/http/security-events.pg.test.ts",
  ],
  "counts in memory and in Redis": [
    "server/src/http/rate-limits.pg.test.ts",
    "server/src/limits/two-processes.pg.test.ts",
    "server/src/sign-in/sign-in-attacks.pg.test.ts",
  ],
  "times, which are taken where nothing loads the machine": ["server/src/sign-in/sign-in-time.pg.test.ts"],
  "live connections": [
    "server/src/channel-authorization/channel-authorization.pg.test.ts",
    "server/src/rooms/late-broadcast.pg.test.ts",
    "server/src/start/live-connection.pg.test.ts",
    "server/src/start/wire-realtime.pg.test.ts",
  ],
};

/** What the second lane runs. @param {string} root */
export function anotherPostgresTests(root) {
  const same = new Set(Object.values(SAME_ON_ANY_POSTGRES).flat());
  return listPostgresTests(root).filter((file) => !same.has(file));
}

/** @param {string} root */
export const listPostgresTests = (root) => listSources(root).filter((file) => file.endsWith(".pg.test.ts"));
