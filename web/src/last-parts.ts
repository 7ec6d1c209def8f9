import { administrationPart } from "./administration/administration-part.ts";
import { attachmentsPart } from "./attachments/attachments-part.ts";
import { colleaguesPart } from "./colleagues/colleagues-part.ts";
import { handOverPart } from "./hand-over/hand-over-part.ts";
import { notificationsPart } from "./notifications/notifications-part.ts";
import { offerListPart } from "./offer-list/offer-list-part.ts";
import { offlinePart } from "./offline/offline-part.ts";
import { peoplePart } from "./people/people-part.ts";
import { printingPart } from "./printing/printing-part.ts";
import { silencePart } from "./silence/silence-part.ts";
import { twoFactorPart } from "./two-factor/two-factor-part.ts";
import type { AnyPart } from "./part.ts";

/**
 * The slices that an open conversation can do without at first, by folder, in the order of handling an event: after all others. They
 * have no kinds of logged events: what comes live is read before they are there.
 */
const last = {
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
} satisfies Readonly<Record<string, AnyPart>>;

export const lastParts: readonly AnyPart[] = Object.values(last);
export const lastNames: readonly string[] = Object.keys(last);
