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
const decided = { 200: shape("The offer since then.", { oferta: Offer }, { oferta: decidedOffer }) };
const details = { version_conflict: Type.Object({ oferta: Offer }, { examples: [{ oferta: decidedOffer }] }) };
const decisionErrors = {
  forbidden:
    "The caller is staff and does not say `on_behalf` or lacks `offers.decide-for`, or is the customer and says it.",
  conflict:
    "The offer is not one that waits for a decision: its status is not `sent`, or its last day in Romania is over.",
  version_conflict: "The offer has another version, which `details` carries.",
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
      "Those that the caller may view, newest first, 20 a page: customers their own, staff everybody's. `search` is a number, a customer's name, a car, a plate, a VIN or a part code, of at least 3 letters or digits; codes are found however they are spaced and from the middle. `total` counts up to 100,000 offers, and the pages end there. Words that more than 5,000 offers have are looked for in the newest 5,000. An offer that changed is found by what it says then within 2 s.",
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
      "By the number that people type. Customers read their own offers. `version` asks for an earlier one, as it was: the newest 20 are stored, and all of the last year or as long as the installation says. `OfferUpdated` tells live that there is a newer one.",
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
      "For the ERP: a whole offer with its `version`, which the program counts up. All of it is stored or nothing. The same version with the same content again is harmless. A stored offer keeps its customer. A line comes as `accepted` or `declined` only where its customer has decided so, of that part, quantity and price; else it is 422. A new offer makes its room, with its customer and the installation's staff for offers in it.",
    permissions: ["offers.edit"],
    errors: {
      ...unpermitted,
      version_conflict: "The version is not newer than the stored one, which `details` names.",
    },
    params: OneOffer,
    body: OfferToStore,
    bodyBytesMax: offerBytesMax,
    answers: {
      200: shape("It is stored, or was stored so already.", { oferta: Offer }, { oferta: stored }),
      201: shape("It is stored as a new offer.", { oferta: Offer }, { oferta: stored }),
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
      "By the offer's customer, of the version that was on screen. Staff with `offers.decide-for` decide for a customer who called, by `on_behalf`, which the room, the audit log and the webhook say. The offer has a new version since then, which `OfferUpdated` tells people and the webhook the ERP. What stands so already is 200, whatever the version.",
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
    summary: "Accept every open line",
    description:
      "As `decideLine`, of all lines whose status is `offered`, together: one version, one event in the room, and a webhook for each line.",
    permissions: ["offers.view"],
    errors: decisionErrors,
    params: OneOffer,
    body: Decided,
    answers: decided,
    details,
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
