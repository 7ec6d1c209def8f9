import { accountPart } from "./account/account-part.ts";
import { actionsFront } from "./actions/actions-front.ts";
import { administrationFront } from "./administration/administration-front.ts";
import { alertsPart } from "./alerts/alerts-part.ts";
import { attachmentsFront } from "./attachments/attachments-front.ts";
import { colleaguesFront } from "./colleagues/colleagues-front.ts";
import { draftsFront } from "./drafts/drafts-front.ts";
import { editsFront } from "./edits/edits-front.ts";
import { filesFront } from "./files/files-front.ts";
import { foundFront } from "./found/found-front.ts";
import { handOverFront } from "./hand-over/hand-over-front.ts";
import { languagePart } from "./language/language-part.ts";
import { linesPart } from "./lines/lines-part.ts";
import { messagesFront } from "./messages/messages-front.ts";
import { navigationPart } from "./navigation/navigation-part.ts";
import { notificationsFront } from "./notifications/notifications-front.ts";
import { offerListFront } from "./offer-list/offer-list-front.ts";
import { offersFront } from "./offers/offers-front.ts";
import { outboxFront } from "./outbox/outbox-front.ts";
import { ownRoomsFront } from "./own-rooms/own-rooms-front.ts";
import { offlineFront } from "./offline/offline-front.ts";
import { peopleFront } from "./people/people-front.ts";
import { presenceFront } from "./presence/presence-front.ts";
import { printingFront } from "./printing/printing-front.ts";
import { quotesFront } from "./quotes/quotes-front.ts";
import { realtimePart } from "./realtime/realtime-part.ts";
import { retriesPart } from "./retries/retries-part.ts";
import { roomsPart } from "./rooms/rooms-part.ts";
import { searchPart } from "./search/search-part.ts";
import { settingsPart } from "./settings/settings-part.ts";
import { signInPart } from "./sign-in/sign-in-part.ts";
import { silenceFront } from "./silence/silence-front.ts";
import { syncFront } from "./sync/sync-front.ts";
import { themePart } from "./theme/theme-part.ts";
import { timersPart } from "./timers/timers-part.ts";
import { twoFactorFront } from "./two-factor/two-factor-front.ts";
import { typingFront } from "./typing/typing-front.ts";
import { undoPart } from "./undo/undo-part.ts";
import { unreadStartsPart } from "./unread-starts/unread-starts-part.ts";
import type { AnyFront, AnyPart } from "./part.ts";

/** The slices of the first load, by folder, in the order of handling an event. */
const first = {
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
} satisfies Readonly<Record<string, AnyPart>>;

/** What the first load has of the slices that come once the list is usable (`later-parts.ts`), in their order. */
const laterByName = {
  "own-rooms": ownRoomsFront,
  messages: messagesFront,
  files: filesFront,
  actions: actionsFront,
  quotes: quotesFront,
  edits: editsFront,
  drafts: draftsFront,
  typing: typingFront,
  presence: presenceFront,
  offers: offersFront,
  outbox: outboxFront,
  sync: syncFront,
  found: foundFront,
} satisfies Readonly<Record<string, AnyFront>>;

/** The same of those that an open conversation can do without (`last-parts.ts`). */
const lastByName = {
  colleagues: colleaguesFront,
  "hand-over": handOverFront,
  silence: silenceFront,
  people: peopleFront,
  "offer-list": offerListFront,
  printing: printingFront,
  attachments: attachmentsFront,
  offline: offlineFront,
  notifications: notificationsFront,
  administration: administrationFront,
  "two-factor": twoFactorFront,
} satisfies Readonly<Record<string, AnyFront>>;

export const firstParts: readonly AnyPart[] = Object.values(first);
export const firstNames: readonly string[] = Object.keys(first);
export const laterFronts: readonly AnyFront[] = Object.values(laterByName);
export const laterFrontNames: readonly string[] = Object.keys(laterByName);
export const lastFronts: readonly AnyFront[] = Object.values(lastByName);
export const lastFrontNames: readonly string[] = Object.keys(lastByName);
