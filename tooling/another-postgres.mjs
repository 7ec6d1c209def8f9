import { testFilesOf } from "./test-files.mjs";

/** The gate's tests that another PostgreSQL may affect most: creating tables, planning statements, waiting for locks. */
const GATE_ON_ANOTHER_POSTGRES = [
  "server/src/messages/messages.pg.test.ts",
  "server/src/offers/many-offers.pg.test.ts",
  "server/src/rooms/hot-path-plans.pg.test.ts",
  "server/src/rooms/list-filters.pg.test.ts",
  "server/src/rooms/room-races.pg.test.ts",
  "server/src/search/search-plans.pg.test.ts",
  "server/src/storage/upgrade.pg.test.ts",
];

/** Server tests whose result another PostgreSQL cannot change, by subject. @type {Readonly<Record<string, readonly string[]>>} */
export const SAME_ON_ANY_POSTGRES = {
  "whole programs and their own PostgreSQL": [
    "server/src/backups/moved-rows.full.pg.test.ts",
    "server/src/command-line/offer-commands.full.pg.test.ts",
    "server/src/command-line/own-database-commands.full.pg.test.ts",
    "server/src/command-line/person-commands.full.pg.test.ts",
    "server/src/command-line/token-commands.full.pg.test.ts",
    "server/src/command-line/user-commands.full.pg.test.ts",
    "server/src/operations/operations-document.full.pg.test.ts",
    "server/src/start/backups.pg.test.ts",
    "server/src/start/backups.full.pg.test.ts",
    "server/src/start/database-upgrade.full.pg.test.ts",
    "server/src/start/leave-in-order.pg.test.ts",
    "server/src/start/leave-in-order.full.pg.test.ts",
    "server/src/start/own-postgres-process.full.pg.test.ts",
    "server/src/start/refused-upgrades.full.pg.test.ts",
    "server/src/start/start-problems.full.pg.test.ts",
    "server/src/start/verified-backups.full.pg.test.ts",
    "server/src/start/wire-backups.full.pg.test.ts",
  ],
  "whole programs beside each other, and who may start": [
    "server/src/operations/alarm-files.full.pg.test.ts",
    "server/src/operations/operations.full.pg.test.ts",
    "server/src/participants/devices-follow.full.pg.test.ts",
    "server/src/rooms/healing.full.pg.test.ts",
    "server/src/search/server-index.full.pg.test.ts",
    "server/src/start/cars.full.pg.test.ts",
    "server/src/start/demo-mode.full.pg.test.ts",
    "server/src/start/embedding.full.pg.test.ts",
    "server/src/start/message-way.full.pg.test.ts",
    "server/src/start/push.full.pg.test.ts",
    "server/src/start/webhooks.full.pg.test.ts",
    "server/src/start/what-is-loaded.full.pg.test.ts",
  ],
  "files, which lie on a disk or in S3": [
    "server/src/files/downloads/download-file.pg.test.ts",
    "server/src/files/storage/crash.full.pg.test.ts",
    "server/src/files/storage/move.full.pg.test.ts",
    "server/src/start/running-downloads.full.pg.test.ts",
    "server/src/start/storage-move.full.pg.test.ts",
    "server/src/files/uploads/broken-uploads.full.pg.test.ts",
    "server/src/files/uploads/killed-uploads.full.pg.test.ts",
    "server/src/files/uploads/upload-memory.full.pg.test.ts",
  ],
  "what other servers answer": ["server/src/push/push-services.full.pg.test.ts"],
  "HTTP before and behind the use cases": [
    "server/src/http/api-docs/document.pg.test.ts",
    "server/src/http/api-docs/document.full.pg.test.ts",
    "server/src/http/api-docs/snippets.full.pg.test.ts",
    "server/src/http/early-answers.pg.test.ts",
    "server/src/http/http.pg.test.ts",
    "server/src/http/other-routes.pg.test.ts",
    "server/src/http/permissions.pg.test.ts",
    "server/src/http/security-events.pg.test.ts",
  ],
  "counts in memory and in Redis": [
    "server/src/http/rate-limits.pg.test.ts",
    "server/src/http/rate-limits.full.pg.test.ts",
    "server/src/http/two-processes.full.pg.test.ts",
    "server/src/sign-in/sign-in-attacks.pg.test.ts",
  ],
  "live connections": [
    "server/src/channel-authorization/channel-authorization.pg.test.ts",
    "server/src/rooms/late-broadcast.pg.test.ts",
    "server/src/start/live-connection.pg.test.ts",
    "server/src/start/wire-realtime.full.pg.test.ts",
  ],
};

/** RUN-3c: the test files that run on the second PostgreSQL. @param {string} root @param {"gate" | "full"} run */
export function anotherPostgresTests(root, run) {
  if (run === "gate") return GATE_ON_ANOTHER_POSTGRES;
  const same = new Set(Object.values(SAME_ON_ANY_POSTGRES).flat());
  return testFilesOf(root, "pg", "full").filter((file) => !same.has(file));
}
