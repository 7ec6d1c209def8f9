import { actionsPart } from "./actions/actions-part.ts";
import { alertsPart } from "./alerts/alerts-part.ts";
import { draftsPart } from "./drafts/drafts-part.ts";
import { handOverPart } from "./hand-over/hand-over-part.ts";
import { languagePart } from "./language/language-part.ts";
import { linesPart } from "./lines/lines-part.ts";
import { messagesPart } from "./messages/messages-part.ts";
import { navigationPart } from "./navigation/navigation-part.ts";
import { offersPart } from "./offers/offers-part.ts";
import { outboxPart } from "./outbox/outbox-part.ts";
import { presencePart } from "./presence/presence-part.ts";
import { realtimePart } from "./realtime/realtime-part.ts";
import { retriesPart } from "./retries/retries-part.ts";
import { roomsPart } from "./rooms/rooms-part.ts";
import { settingsPart } from "./settings/settings-part.ts";
import { signInPart } from "./sign-in/sign-in-part.ts";
import type { AnyPart } from "./part.ts";
import { syncPart } from "./sync/sync-part.ts";
import { themePart } from "./theme/theme-part.ts";
import { timersPart } from "./timers/timers-part.ts";
import { typingPart } from "./typing/typing-part.ts";

/** Every slice of the page by its folder, in the order of handling an event. */
const slices = {
  timers: timersPart,
  retries: retriesPart,
  settings: settingsPart,
  language: languagePart,
  theme: themePart,
  alerts: alertsPart,
  navigation: navigationPart,
  "sign-in": signInPart,
  realtime: realtimePart,
  rooms: roomsPart,
  lines: linesPart,
  messages: messagesPart,
  actions: actionsPart,
  "hand-over": handOverPart,
  drafts: draftsPart,
  typing: typingPart,
  presence: presencePart,
  offers: offersPart,
  outbox: outboxPart,
  sync: syncPart,
} satisfies Readonly<Record<string, AnyPart>>;

export const parts: readonly AnyPart[] = Object.values(slices);
export const partNames: readonly string[] = Object.keys(slices);
