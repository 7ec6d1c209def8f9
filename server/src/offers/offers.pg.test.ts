import { Check } from "typebox/value";
import { describe, expect, test } from "vitest";
import { Offer } from "@cuplaj/protocol/offer.ts";
import { startTestApi } from "../testing/test-api.ts";

const { people, call } = await startTestApi();
const { ana, mihai, radu, mia, nou, admin } = people;
const hidden = { message: "Nu am găsit ce ai cerut.", code: "not_found" };

describe("an offer", () => {
  test("[OFF-1] its customer sees vehicle, lines in their order, and totals", async () => {
    const { status, body } = await call(ana, "GET", "/api/v1/oferta/10001");
    expect(status).toBe(200);
    expect(Check(Offer, body.oferta)).toBe(true);
    expect(body.oferta).toMatchObject({
      id_cerere: 10_001,
      customer: { id: ana.id, name: "Ana Popescu" },
      vehicle: { make: "Škoda", model: "Octavia", engine: "2.0 TDI", year: 2014, vin: "TMBZZZ1Z8E1234567", plate: "" },
      currency: "RON",
      lines: [
        { code: "1K0 615 301 AA", qty: 2, unit_price: "214.50", total: "429.00", vat_rate: 21, stock: 4 },
        { code: "GDB1763", qty: 1, unit_price: "189.90", total: "189.90" },
      ],
      totals: { net: "618.90", vat: "129.97", gross: "748.87" },
      valid_until: "2030-01-31T22:00:00.000Z",
    });
  });

  test("[OFF-1] staff with offers.view see any offer", async () => {
    for (const person of [radu, mia, admin]) {
      expect((await call(person, "GET", "/api/v1/oferta/10005")).status).toBe(200);
    }
  });

  test("[OFF-1] a foreign, an unknown and a forbidden offer are the same 404", async () => {
    const answers = [
      await call(mihai, "GET", "/api/v1/oferta/10001"),
      await call(mihai, "GET", "/api/v1/oferta/99999"),
      await call(ana, "GET", "/api/v1/oferta/9007199254740991"),
      await call(nou, "GET", "/api/v1/oferta/10001"),
    ];
    for (const { status, body } of answers) {
      expect([status, { ...body, request_id: "" }]).toEqual([404, { ...hidden, request_id: "" }]);
    }
  });

  test.each(["abc", "0", "-1", "1.5", "1e4", "10001;--", "%00", "99999999999999999999"])(
    "[OFF-1] %s is not an offer number: 422",
    async (id) => {
      expect((await call(ana, "GET", `/api/v1/oferta/${id}`)).status).toBe(422);
    },
  );
});
