import { Type } from "typebox";
import { Page, unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { offerBytesMax, searchCharactersMax } from "./limits.ts";
import { decidedOffer, LineDecision, ListedOffer, Offer, OfferToStore } from "./offer.ts";
import { Id } from "./scalars.ts";
import { exampleOf, shape } from "./shape.ts";

const AskedVersion = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Decided = Type.Object(
  { version: AskedVersion, on_behalf: Type.Optional(Type.Boolean()) },
  { examples: [{ version: 3 }] },
);
const OneOffer = Type.Object({ id: Id }, { examples: [{ id: 10_001 }] });
const decided = { 200: shape("The updated offer.", { oferta: Offer }, { oferta: decidedOffer }) };
const details = { version_conflict: Type.Object({ oferta: Offer }, { examples: [{ oferta: decidedOffer }] }) };
const decisionErrors = {
  forbidden: "The caller is staff without `on_behalf` or `offers.decide-for`, or is the customer and sent `on_behalf`.",
  conflict: "The offer is not open for decisions: its status is not `sent`, or its last day (Romanian time) is over.",
  version_conflict: "The offer has another version, which `details` contains.",
};
const stored = { ...exampleOf(Offer), version: 4 };

export const offerEndpoints = {
  listOffers: {
    method: "GET",
    path: "/api/v1/offers",
    limit: "reads",
    isExpensive: true,
    summary: "List offers",
    description:
      "Customers see their own offers, staff all of them, newest first, 20 per page. `search` is an offer number, a customer's name, a car, a plate, a VIN or a part code, with at least 3 letters or digits; it finds codes regardless of spacing and from the middle. `total` counts at most 100,000 offers, and the pages end there. A search for words in more than 5,000 offers covers the newest 5,000. Changes are searchable within 2 s.",
    permissions: ["offers.view"],
    errors: unpermitted,
    query: Type.Object(
      {
        page: Type.Optional(Page),
        search: Type.Optional(Type.String({ maxLength: searchCharactersMax })),
      },
      { examples: [{ page: 1, search: "615301" }] },
    ),
    answers: {
      200: shape(
        "A page of offers.",
        { offers: Type.Array(ListedOffer), total: Type.Integer({ minimum: 0 }), page: Page },
        {
          offers: [exampleOf(ListedOffer)],
          total: 1,
          page: 1,
        },
      ),
    },
  },
  viewOffer: {
    method: "GET",
    path: "/api/v1/oferta/:id",
    limit: "reads",
    isExpensive: true,
    summary: "Read an offer",
    description:
      "Returns an offer by its number; customers can read only their own. `version` requests an earlier version: the server keeps the newest 20, and all of the last year unless configured otherwise. `OfferUpdated` announces a new version live.",
    permissions: ["offers.view"],
    params: OneOffer,
    query: Type.Object({ version: Type.Optional(AskedVersion) }),
    answers: { 200: shape("The offer.", { oferta: Offer }) },
  },
  storeOffer: {
    method: "PUT",
    path: "/api/v1/erp/offers/:id",
    limit: "offerWrites",
    summary: "Store an offer",
    description:
      "For the ERP: stores a whole offer with its `version`, which the program increments, or nothing at all. Repeating a version with the same content is harmless. A stored offer keeps its customer. A line can be `accepted` or `declined` only if its customer decided so for the same part, quantity and price; otherwise the call returns 422. A new offer with a `request_id` gets the room of that request, unless another offer has it; any other new offer creates its room, with the customer and the staff of `OFFER_STAFF` as members. A stored offer keeps its request.",
    permissions: ["offers.edit"],
    errors: {
      ...unpermitted,
      version_conflict: "The version is not newer than the stored one, which `details` contains.",
    },
    params: OneOffer,
    body: OfferToStore,
    bodyBytesMax: offerBytesMax,
    answers: {
      200: shape("The offer is stored, or already was.", { oferta: Offer }, { oferta: stored }),
      201: shape("The new offer is stored.", { oferta: Offer }, { oferta: stored }),
    },
    details: {
      version_conflict: Type.Object({ version: Type.Integer({ minimum: 1 }) }, { examples: [{ version: 5 }] }),
    },
  },
  decideLine: {
    method: "POST",
    path: "/api/v1/oferta/:id/line/:lineId/:decision",
    limit: "decisions",
    isExpensive: true,
    summary: "Accept or decline a line",
    description:
      "For the offer's customer, who sends the `version` on screen. Staff with `offers.decide-for` can decide for a customer who calls, with `on_behalf`; the room, the audit log and the webhook show that. A decision creates a new version, which `OfferUpdated` announces to people and the webhook to the ERP. A decision that already holds returns 200, whatever the version.",
    permissions: ["offers.view"],
    errors: decisionErrors,
    params: Type.Object(
      { id: Id, lineId: Id, decision: LineDecision },
      { examples: [{ id: 10_001, lineId: 1, decision: "accept" }] },
    ),
    body: Decided,
    answers: decided,
    details,
  },
  acceptOffer: {
    method: "POST",
    path: "/api/v1/oferta/:id/accept",
    limit: "decisions",
    isExpensive: true,
    summary: "Accept all open lines",
    description:
      "Like `decideLine`, for all lines with the status `offered` at once: one version, one event in the room, and one webhook per line.",
    permissions: ["offers.view"],
    errors: decisionErrors,
    params: OneOffer,
    body: Decided,
    answers: decided,
    details,
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
