import { Type } from "typebox";
import { Page } from "./call-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { offerBytesMax, searchCharactersMax } from "./limits.ts";
import { LineDecision, ListedOffer, Offer, OfferToStore } from "./offer.ts";
import { Id } from "./scalars.ts";

/** Any version, also one that never was. */
const AskedVersion = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** The version that was on screen, and whether staff decide for the customer. */
const Decided = Type.Object({ version: AskedVersion, on_behalf: Type.Optional(Type.Boolean()) });

/** The calls about offers: of whoever looks at one, of the ERP that writes them, and of the customer who decides (OFF-1, ERP-1, ERP-3). */
export const offerEndpoints = {
  /** Newest first; `search` is a number, a car, a plate, a VIN or a code, of at least 3 letters and digits. */
  listOffers: {
    method: "GET",
    path: "/api/v1/offers",
    limit: "reads",
    isExpensive: true,
    query: Type.Object({
      page: Type.Optional(Page),
      search: Type.Optional(Type.String({ maxLength: searchCharactersMax })),
    }),
    answers: {
      200: Type.Object({ offers: Type.Array(ListedOffer), total: Type.Integer({ minimum: 0 }), page: Page }),
    },
  },
  viewOffer: {
    method: "GET",
    path: "/api/v1/oferta/:id",
    limit: "reads",
    isExpensive: true,
    params: Type.Object({ id: Id }),
    /** An earlier version, as it was; 404 where it is not stored. */
    query: Type.Object({ version: Type.Optional(AskedVersion) }),
    answers: { 200: Type.Object({ oferta: Offer }) },
  },
  storeOffer: {
    method: "PUT",
    path: "/api/v1/erp/offers/:id",
    limit: "offerWrites",
    params: Type.Object({ id: Id }),
    body: OfferToStore,
    bodyBytesMax: offerBytesMax,
    answers: { 200: Type.Object({ oferta: Offer }), 201: Type.Object({ oferta: Offer }) },
    details: { version_conflict: Type.Object({ version: Type.Integer({ minimum: 1 }) }) },
  },
  decideLine: {
    method: "POST",
    path: "/api/v1/oferta/:id/line/:lineId/:decision",
    limit: "decisions",
    isExpensive: true,
    params: Type.Object({ id: Id, lineId: Id, decision: LineDecision }),
    body: Decided,
    answers: { 200: Type.Object({ oferta: Offer }) },
    details: { version_conflict: Type.Object({ oferta: Offer }) },
  },
  acceptOffer: {
    method: "POST",
    path: "/api/v1/oferta/:id/accept",
    limit: "decisions",
    isExpensive: true,
    params: Type.Object({ id: Id }),
    body: Decided,
    answers: { 200: Type.Object({ oferta: Offer }) },
    details: { version_conflict: Type.Object({ oferta: Offer }) },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
