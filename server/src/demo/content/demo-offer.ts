import type { OfferStatus, Vehicle } from "@cuplaj/protocol/offer.ts";
import type { CustomerUsername, DemoUsername } from "./people.ts";

/** What was said in an offer's room, and who has not read its end yet. */
export interface DemoTalk {
  /** How many of the newest messages a member has not read; members that are not named have read everything. */
  readonly unread: Readonly<Partial<Record<DemoUsername, number>>>;
  /** One message or act a line, in the notation that `readTranscript` reads. */
  readonly transcript: string;
}

/** One offer of the demo: the data a dealer would type in, before ids, versions and dates are worked out. */
export interface DemoOffer {
  /** The number that people type (OFF-1, `id_cerere`). */
  readonly number: number;
  readonly customer: CustomerUsername;
  /** How it stands at the end, as with its lines. */
  readonly status: OfferStatus;
  readonly vehicle: Vehicle;
  /** Days from loading until the offer runs out; negative for one that has run out. */
  readonly validForDays: number;
  /** One part a line, in the notation that `readOfferLines` reads; prices are net RON. */
  readonly lines: string;
  /** Null for an offer that nobody has opened a room for yet (RUN-9). */
  readonly talk: DemoTalk | null;
}
