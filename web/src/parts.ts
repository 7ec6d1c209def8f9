import { accountPart } from "./account/account-part.ts";
import { actionsPart } from "./actions/actions-part.ts";
import { administrationPart } from "./administration/administration-part.ts";
import { alertsPart } from "./alerts/alerts-part.ts";
import { carsPart } from "./cars/cars-part.ts";
import { attachmentsPart } from "./files/sending/attachments-part.ts";
import { draftsPart } from "./drafts/drafts-part.ts";
import { editsPart } from "./edits/edits-part.ts";
import { embedPart } from "./embed/embed-part.ts";
import { filesPart } from "./files/files-part.ts";
import { foundPart } from "./search/in-room/found-part.ts";
import { handOverPart } from "./hand-over/hand-over-part.ts";
import { languagePart } from "./language/language-part.ts";
import { mailPart } from "./account/mail/mail-part.ts";
import { messagesPart } from "./conversation/messages-part.ts";
import { navigationPart } from "./navigation/navigation-part.ts";
import { notificationsPart } from "./notifications/notifications-part.ts";
import { offerListPart } from "./offers/list/offer-list-part.ts";
import { offersPart } from "./offers/offers-part.ts";
import { offlinePart } from "./worker/page/offline-part.ts";
import { openingHoursPart } from "./opening-hours/opening-hours-part.ts";
import { outboxPart } from "./outbox/outbox-part.ts";
import { ownRoomsPart } from "./own-rooms/own-rooms-part.ts";
import { colleaguesPart, peoplePart } from "./participants/people-part.ts";
import { presencePart } from "./participants/presence-part.ts";
import { printingPart } from "./printing/printing-part.ts";
import { quotesPart } from "./quotes/quotes-part.ts";
import { realtimePart } from "./realtime/realtime-part.ts";
import { requestsPart } from "./requests/requests-part.ts";
import { retryHandlers, type RetriesEvents, type RetriesState } from "./state/retries/retries-state.ts";
import { roomsPart } from "./rooms/rooms-part.ts";
import { searchPart } from "./search/search-part.ts";
import { settingsPart } from "./public-settings/settings-part.ts";
import { signInPart } from "./sign-in/sign-in-part.ts";
import { silencePart } from "./silences/silence-part.ts";
import { syncPart } from "./sync/sync-part.ts";
import { themePart } from "./design/theme/theme-part.ts";
import { timersPart } from "./state/timers/timers-part.ts";
import { twoFactorPart } from "./sign-in/second-factor/two-factor-part.ts";
import { typingHandlers, type TypingEvents, type TypingState } from "./state/typing/typing-state.ts";
import { undoPart } from "./state/undo/undo-part.ts";
import { unreadStartsPart } from "./own-rooms/unread-starts-part.ts";
import type { AnyPart, Part } from "./state/part.ts";
import type { EffectName } from "./state/shape.ts";

/** The slices by folder, in the order in which they handle events. */
const byName = {
  timers: timersPart,
  retries: { initial: { failures: {} }, handlers: retryHandlers } satisfies Part<RetriesState, RetriesEvents>,
  settings: settingsPart,
  language: languagePart,
  theme: themePart,
  alerts: alertsPart,
  undo: undoPart,
  navigation: navigationPart,
  "sign-in": signInPart,
  account: accountPart,
  realtime: realtimePart,
  rooms: roomsPart,
  search: searchPart,
  "unread-starts": unreadStartsPart,
  "own-rooms": ownRoomsPart,
  messages: messagesPart,
  files: filesPart,
  actions: actionsPart,
  quotes: quotesPart,
  edits: editsPart,
  drafts: draftsPart,
  typing: { initial: { typing: {}, whisperedAt: {} }, handlers: typingHandlers } satisfies Part<
    TypingState,
    TypingEvents
  >,
  presence: presencePart,
  offers: offersPart,
  requests: requestsPart,
  cars: carsPart,
  mail: mailPart,
  "opening-hours": openingHoursPart,
  outbox: outboxPart,
  sync: syncPart,
  // FIND-3n: loads early, since a search field must receive what is typed after its shortcut.
  found: foundPart,
  colleagues: colleaguesPart,
  "hand-over": handOverPart,
  silence: silencePart,
  people: peoplePart,
  "offer-list": offerListPart,
  printing: printingPart,
  attachments: attachmentsPart,
  offline: offlinePart,
  notifications: notificationsPart,
  administration: administrationPart,
  "two-factor": twoFactorPart,
  embed: embedPart,
} satisfies Readonly<Record<string, AnyPart>>;

/** Startup effects that wait for preloaded code (`late-runners.ts`). Those for a host are performed only in its frame. */
export const patientEffects: readonly EffectName[] = [
  "start-session",
  "forget-session",
  "find-share",
  "copy-to-device",
  "show-unread",
  "close-read-notifications",
  "subscribe-in-browser",
  "report-events",
  "report-wish",
  "report-rejected",
  "report-sign-in-due",
];

export const parts: readonly AnyPart[] = Object.values(byName);
export const partNames: readonly string[] = Object.keys(byName);
