import { offer, room } from "./examples.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";

const decided = {
  ...offer,
  version: 4,
  lines: offer.lines.map((line) => ({ ...line, status: "accepted" as const })),
};

const { id_cerere, status, customer, vehicle, totals, valid_until, updated_at } = offer;

const decisionErrors = {
  forbidden:
    "The caller is staff and does not say `on_behalf` or lacks `offers.decide-for`, or is the customer and says it.",
  conflict:
    "The offer is not one that waits for a decision: its status is not `sent`, or its last day in Romania is over.",
  version_conflict: "The offer has another version, which `details` carries.",
};

export const offerDocs = {
  listOffers: {
    tag: "offers",
    summary: "List offers",
    description:
      "Those that the caller may view, newest first, 20 a page: customers their own, staff everybody's. `search` is a number, a customer's name, a car, a plate, a VIN or a part code, of at least 3 letters or digits; codes are found however they are spaced and from the middle. `total` counts up to 100,000 offers, and the pages end there. Words that more than 5,000 offers have are looked for in the newest 5,000. An offer that changed is found by what it says then within 2 s.",
    permissions: ["offers.view"],
    errors: unpermitted,
    request: { query: { page: 1, search: "615301" } },
    answers: {
      200: {
        says: "A page of offers.",
        example: {
          offers: [
            {
              ...{
                id_cerere,
                status,
                customer,
                vehicle,
                total: totals.gross,
                valid_until,
                room_id: room.id,
                updated_at,
              },
            },
          ],
          total: 1,
          page: 1,
        },
      },
    },
  },
  viewOffer: {
    tag: "offers",
    summary: "Read an offer",
    description:
      "By the number that people type. Customers read their own offers. `version` asks for an earlier one, as it was: the newest 20 are stored, and all of the last year or as long as the installation says. `OfferUpdated` tells live that there is a newer one.",
    permissions: ["offers.view"],
    request: { params: { id: 10_001 }, query: {} },
    answers: { 200: { says: "The offer.", example: { oferta: offer } } },
  },
  storeOffer: {
    tag: "offers",
    summary: "Store an offer",
    description:
      "For the ERP: a whole offer with its `version`, which the program counts up. All of it is stored or nothing. The same version with the same content again is harmless. A stored offer keeps its customer. A line comes as `accepted` or `declined` only where its customer has decided so, of that part, quantity and price; else it is 422. A new offer makes its room, with its customer and the installation's staff for offers in it.",
    permissions: ["offers.edit"],
    errors: {
      ...unpermitted,
      version_conflict: "The version is not newer than the stored one, which `details` names.",
    },
    details: { version_conflict: { version: 5 } },
    request: {
      params: { id: 10_001 },
      body: {
        version: 4,
        status: "sent",
        customer: { username: "ana" },
        vehicle: offer.vehicle,
        currency: "RON",
        lines: [
          {
            id: 1,
            code: "1K0 615 301 AA",
            brand: "TRW",
            name: "Disc frână față",
            qty: 2,
            unit_price: "214.50",
            vat_rate: 21,
            stock: 4,
            delivery_days: 1,
            status: "offered",
          },
        ],
        valid_until: "2026-12-31T22:00:00.000Z",
      },
    },
    answers: {
      200: { says: "It is stored, or was stored so already.", example: { oferta: { ...offer, version: 4 } } },
      201: { says: "It is stored as a new offer.", example: { oferta: { ...offer, version: 4 } } },
    },
  },
  decideLine: {
    tag: "offers",
    summary: "Accept or decline a line",
    description:
      "By the offer's customer, of the version that was on screen. Staff with `offers.decide-for` decide for a customer who called, by `on_behalf`, which the room, the audit log and the webhook say. The offer has a new version since then, which `OfferUpdated` tells people and the webhook the ERP. What stands so already is 200, whatever the version.",
    permissions: ["offers.view"],
    errors: decisionErrors,
    details: { version_conflict: { oferta: decided } },
    request: { params: { id: 10_001, lineId: 1, decision: "accept" }, body: { version: 3 } },
    answers: { 200: { says: "The offer since then.", example: { oferta: decided } } },
  },
  acceptOffer: {
    tag: "offers",
    summary: "Accept every open line",
    description:
      "As `decideLine`, of all lines whose status is `offered`, together: one version, one event in the room, and a webhook for each line.",
    permissions: ["offers.view"],
    errors: decisionErrors,
    details: { version_conflict: { oferta: decided } },
    request: { params: { id: 10_001 }, body: { version: 3 } },
    answers: { 200: { says: "The offer since then.", example: { oferta: decided } } },
  },
} satisfies Partial<CallDocs>;
