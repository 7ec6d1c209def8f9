import type { Migration } from "kysely/migration";

/** How to load every migration, under its name, in order; a name that was released never changes. */
export const allMigrations: Record<string, () => Promise<Migration>> = {
  "0001-settings": () => import("./0001-settings.ts"),
  "0002-participants": () => import("./0002-participants.ts"),
  "0003-offers": () => import("./0003-offers.ts"),
  "0004-rooms": () => import("./0004-rooms.ts"),
  "0005-messages": () => import("./0005-messages.ts"),
  "0006-room-log": () => import("./0006-room-log.ts"),
  "0007-room-list": () => import("./0007-room-list.ts"),
  "0008-event-references": () => import("./0008-event-references.ts"),
  "0009-message-entries": () => import("./0009-message-entries.ts"),
  "0010-joined-seq": () => import("./0010-joined-seq.ts"),
  "0011-publish-one": () => import("./0011-publish-one.ts"),
  "0012-publish-fresh": () => import("./0012-publish-fresh.ts"),
  "0014-unread": () => import("./0014-unread.ts"),
  "0015-log-references": () => import("./0015-log-references.ts"),
  "0016-own-settings": () => import("./0016-own-settings.ts"),
  "0017-actions": () => import("./0017-actions.ts"),
  "0018-acting": () => import("./0018-acting.ts"),
  "0019-waiting-since": () => import("./0019-waiting-since.ts"),
  "0020-files": () => import("./0020-files.ts"),
  "0021-words-taken-back": () => import("./0021-words-taken-back.ts"),
  "0022-own-rooms": () => import("./0022-own-rooms.ts"),
  "0023-search": () => import("./0023-search.ts"),
  "0024-offers-from-erp": () => import("./0024-offers-from-erp.ts"),
  "0025-program-tokens": () => import("./0025-program-tokens.ts"),
  "0026-quota-of-uploads": () => import("./0026-quota-of-uploads.ts"),
  "0027-lighter-offers": () => import("./0027-lighter-offers.ts"),
  "0028-numbered-words": () => import("./0028-numbered-words.ts"),
  "0029-push-subscriptions": () => import("./0029-push-subscriptions.ts"),
  "0030-push-jobs": () => import("./0030-push-jobs.ts"),
  "0031-host-tokens": () => import("./0031-host-tokens.ts"),
  "0032-push-age": () => import("./0032-push-age.ts"),
  "0034-retention": () => import("./0034-retention.ts"),
  "0035-audit": () => import("./0035-audit.ts"),
  "0036-people": () => import("./0036-people.ts"),
  "0037-two-factor": () => import("./0037-two-factor.ts"),
  "0038-offered-secrets": () => import("./0038-offered-secrets.ts"),
};

/** By its name. */
export const newestMigration: string = Object.keys(allMigrations).toSorted().at(-1) ?? "";
