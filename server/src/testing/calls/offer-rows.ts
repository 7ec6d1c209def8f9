import { lineToStore, offerToStore } from "../offers-to-store.ts";
import { type CallRows, withRoles } from "./call-row.ts";

export const offerRows = {
  listOffers: { access: { statuses: withRoles(200) } },
  viewOffer: { access: { statuses: "401 200 404 200 200 200 200 200 404 404 200" } },
  decideLine: {
    access: [
      { body: { version: 1 }, statuses: "401 404 404 403 403 403 403 403 404 404 403" },
      { body: { version: 1, on_behalf: true }, statuses: "401 403 404 404 404 403 403 404 404 404 404" },
    ],
    given: async ({ api }, person) => {
      const { version, lines } = (await api.call(person, "GET", "/api/v1/oferta/10002")).body.oferta;
      return { params: { id: 10_002, lineId: lines[0].id }, body: { version } };
    },
    // Uses a different line from the example's, which has been accepted by now.
    also: async ({ api }, person) => {
      const { version, lines } = (await api.call(person, "GET", "/api/v1/oferta/10002")).body.oferta;
      const params = { id: 10_002, lineId: lines[1].id };
      const draft = offerToStore(person, version + 1, { status: "draft", lines: [lineToStore(lines[1].id)] });
      const withdraw = async () => await api.call(api.people.admin, "PUT", "/api/v1/erp/offers/10002", draft);
      return [
        { params, body: { version: version + 7 }, status: 409, code: "version_conflict" },
        { params, body: { version }, as: "radu", status: 403, code: "forbidden" },
        { params, body: { version: version + 1 }, before: withdraw, status: 409, code: "conflict" },
      ];
    },
  },
  acceptOffer: {
    access: { body: { version: 987_654 }, statuses: "401 409 404 403 403 403 403 403 404 404 403" },
    given: async ({ api }, person) => {
      const { version } = (await api.call(person, "GET", "/api/v1/oferta/10001")).body.oferta;
      return { params: { id: 10_001 }, body: { version } };
    },
    also: async ({ api }, person) => {
      const { version } = (await api.call(person, "GET", "/api/v1/oferta/10001")).body.oferta;
      const params = { id: 10_001 };
      const store = (at: number, status: "sent" | "draft") => async () =>
        await api.call(
          api.people.admin,
          "PUT",
          "/api/v1/erp/offers/10001",
          offerToStore(person, at, { status, lines: [lineToStore(1)] }),
        );
      return [
        { params, body: { version }, as: "radu", status: 403, code: "forbidden" },
        ...([
          { before: store(version + 1, "sent"), params, body: { version }, status: 409, code: "version_conflict" },
          {
            before: store(version + 2, "draft"),
            params,
            body: { version: version + 2 },
            status: 409,
            code: "conflict",
          },
        ] as const),
      ];
    },
  },
  storeOffer: {
    access: ({ owner }) => ({
      body: offerToStore(owner, 1, { status: "draft" }),
      statuses: "401 403 403 403 403 403 403 409 403 403 403",
    }),
    as: "admin",
    also: (world) => {
      const { customer, ...offer } = offerToStore(world.api.people.ana, 1);
      const stored = (version: number, more = {}) => ({
        params: { id: 77_001 },
        body: { ...offer, customer, version, ...more },
      });
      return [
        { ...stored(1), status: 201 },
        { ...stored(1), status: 200 },
        { ...stored(1, { status: "draft" }), status: 409, code: "version_conflict" },
        {
          ...stored(1, { lines: [lineToStore(1, { status: "accepted" })] }),
          params: { id: 77_002 },
          status: 422,
          code: "invalid",
        },
        { ...stored(2), as: "radu", status: 403, code: "forbidden" },
      ];
    },
  },
} satisfies CallRows;
