import type { OfferStatus, Vehicle } from "@cuplaj/protocol/offer.ts";
import type { CustomerUsername, DemoUsername } from "./people.ts";

export interface DemoTalk {
  /** Unread messages per member; members not listed have read everything. */
  readonly unread: Readonly<Partial<Record<DemoUsername, number>>>;
  /** One message or act per line, in the notation of `readTranscript`. */
  readonly transcript: string;
}

export interface DemoOffer {
  /** OFF-1: `id_cerere`. */
  readonly number: number;
  readonly customer: CustomerUsername;
  readonly status: OfferStatus;
  readonly vehicle: Vehicle;
  /** Days from the creation of the demo until the offer expires; negative if it has already expired. */
  readonly validForDays: number;
  /** One part per line, in the notation of `readOfferLines`; net prices in RON. */
  readonly lines: string;
  /** Null if nobody has opened the offer's room (RUN-9). */
  readonly talk: DemoTalk | null;
}
