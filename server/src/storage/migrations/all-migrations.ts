import type { Migration } from "kysely/migration";
import * as settings from "./0001-settings.ts";
import * as participants from "./0002-participants.ts";
import * as offers from "./0003-offers.ts";
import * as rooms from "./0004-rooms.ts";
import * as messages from "./0005-messages.ts";
import * as roomLog from "./0006-room-log.ts";
import * as roomList from "./0007-room-list.ts";
import * as eventReferences from "./0008-event-references.ts";
import * as messageEntries from "./0009-message-entries.ts";
import * as joinedSeq from "./0010-joined-seq.ts";
import * as publishOne from "./0011-publish-one.ts";
import * as publishFresh from "./0012-publish-fresh.ts";
import * as unread from "./0014-unread.ts";
import * as logReferences from "./0015-log-references.ts";
import * as ownSettings from "./0016-own-settings.ts";
import * as actions from "./0017-actions.ts";
import * as acting from "./0018-acting.ts";
import * as waitingSince from "./0019-waiting-since.ts";
import * as files from "./0020-files.ts";
import * as wordsTakenBack from "./0021-words-taken-back.ts";
import * as ownRooms from "./0022-own-rooms.ts";
import * as search from "./0023-search.ts";
import * as offersFromErp from "./0024-offers-from-erp.ts";
import * as programTokens from "./0025-program-tokens.ts";
import * as quotaOfUploads from "./0026-quota-of-uploads.ts";
import * as lighterOffers from "./0027-lighter-offers.ts";
import * as numberedWords from "./0028-numbered-words.ts";
import * as pushSubscriptions from "./0029-push-subscriptions.ts";
import * as pushJobs from "./0030-push-jobs.ts";
import * as hostTokens from "./0031-host-tokens.ts";
import * as pushAge from "./0032-push-age.ts";
import * as retention from "./0034-retention.ts";
import * as audit from "./0035-audit.ts";
import * as people from "./0036-people.ts";
import * as twoFactor from "./0037-two-factor.ts";

/** Every migration under its name, in order; a name that was released never changes. */
export const allMigrations: Record<string, Migration> = {
  "0001-settings": settings,
  "0002-participants": participants,
  "0003-offers": offers,
  "0004-rooms": rooms,
  "0005-messages": messages,
  "0006-room-log": roomLog,
  "0007-room-list": roomList,
  "0008-event-references": eventReferences,
  "0009-message-entries": messageEntries,
  "0010-joined-seq": joinedSeq,
  "0011-publish-one": publishOne,
  "0012-publish-fresh": publishFresh,
  "0014-unread": unread,
  "0015-log-references": logReferences,
  "0016-own-settings": ownSettings,
  "0017-actions": actions,
  "0018-acting": acting,
  "0019-waiting-since": waitingSince,
  "0020-files": files,
  "0021-words-taken-back": wordsTakenBack,
  "0022-own-rooms": ownRooms,
  "0023-search": search,
  "0024-offers-from-erp": offersFromErp,
  "0025-program-tokens": programTokens,
  "0026-quota-of-uploads": quotaOfUploads,
  "0027-lighter-offers": lighterOffers,
  "0028-numbered-words": numberedWords,
  "0029-push-subscriptions": pushSubscriptions,
  "0030-push-jobs": pushJobs,
  "0031-host-tokens": hostTokens,
  "0032-push-age": pushAge,
  "0034-retention": retention,
  "0035-audit": audit,
  "0036-people": people,
  "0037-two-factor": twoFactor,
};
