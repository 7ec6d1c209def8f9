import { accountPart } from "./account/account-part.ts";
import { actionsPart } from "./actions/actions-part.ts";
import { administrationPart } from "./administration/administration-part.ts";
import { alertsPart } from "./alerts/alerts-part.ts";
import { attachmentsPart } from "./attachments/attachments-part.ts";
import { colleaguesPart } from "./colleagues/colleagues-part.ts";
import { draftsPart } from "./drafts/drafts-part.ts";
import { editsPart } from "./edits/edits-part.ts";
import { embedPart } from "./embed/embed-part.ts";
import { filesPart } from "./files/files-part.ts";
import { foundPart } from "./found/found-part.ts";
import { handOverPart } from "./hand-over/hand-over-part.ts";
import { languagePart } from "./language/language-part.ts";
import { linesPart } from "./lines/lines-part.ts";
import { messagesPart } from "./messages/messages-part.ts";
import { navigationPart } from "./navigation/navigation-part.ts";
import { notificationsPart } from "./notifications/notifications-part.ts";
import { offerListPart } from "./offer-list/offer-list-part.ts";
import { offersPart } from "./offers/offers-part.ts";
import { offlinePart } from "./offline/offline-part.ts";
import { outboxPart } from "./outbox/outbox-part.ts";
import { ownRoomsPart } from "./own-rooms/own-rooms-part.ts";
import { peoplePart } from "./people/people-part.ts";
import { presencePart } from "./presence/presence-part.ts";
import { printingPart } from "./printing/printing-part.ts";
import { quotesPart } from "./quotes/quotes-part.ts";
import { realtimePart } from "./realtime/realtime-part.ts";
import { retriesPart } from "./retries/retries-part.ts";
import { roomsPart } from "./rooms/rooms-part.ts";
import { searchPart } from "./search/search-part.ts";
import { settingsPart } from "./settings/settings-part.ts";
import { signInPart } from "./sign-in/sign-in-part.ts";
import { silencePart } from "./silence/silence-part.ts";
import { syncPart } from "./sync/sync-part.ts";
import { themePart } from "./theme/theme-part.ts";
import { timersPart } from "./timers/timers-part.ts";
import { twoFactorPart } from "./two-factor/two-factor-part.ts";
import { typingPart } from "./typing/typing-part.ts";
import { undoPart } from "./undo/undo-part.ts";
import { unreadStartsPart } from "./unread-starts/unread-starts-part.ts";
import type { AnyPart } from "./part.ts";

/** The slices of the page, by folder, in the order of handling an event. */
const byName = {
  timers: timersPart,
  retries: retriesPart,
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
  lines: linesPart,
  "own-rooms": ownRoomsPart,
  messages: messagesPart,
  files: filesPart,
  actions: actionsPart,
  quotes: quotesPart,
  edits: editsPart,
  drafts: draftsPart,
  typing: typingPart,
  presence: presencePart,
  offers: offersPart,
  outbox: outboxPart,
  sync: syncPart,
  // FIND-4q: where one can write, its field takes what is typed after its key.
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

export const parts: readonly AnyPart[] = Object.values(byName);
export const partNames: readonly string[] = Object.keys(byName);
