import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { quantityMax } from "./limits.ts";
import type { OfferLine } from "./offer.ts";
import { lineTotal, offerTotals } from "./offer-totals.ts";
import { Money } from "./scalars.ts";

type Line = Pick<OfferLine, "qty" | "unit_price" | "vat_rate" | "status">;

const totalsOf = (lines: readonly Line[]) => offerTotals(lines.map((line) => ({ ...line, total: lineTotal(line) })));

const bani = fc.integer({ min: 0, max: 999_999_999 });
const price = bani.map((amount) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`);
const line: fc.Arbitrary<Line> = fc.record({
  qty: fc.integer({ min: 1, max: quantityMax }),
  unit_price: price,
  vat_rate: fc.constantFrom(0, 11, 21, 100),
  status: fc.constantFrom("offered", "alternative", "accepted", "declined"),
});

function exact(money: string): bigint {
  return BigInt(money.replace(".", ""));
}

function isCounted({ status }: Line): boolean {
  return status === "offered" || status === "accepted";
}

describe("offerTotals", () => {
  test("[OFF-1] a clutch and six screws add up exactly, to the last ban", () => {
    const lines: Line[] = [
      { qty: 1, unit_price: "812.40", vat_rate: 21, status: "accepted" },
      { qty: 6, unit_price: "7.85", vat_rate: 21, status: "offered" },
    ];
    expect(lines.map(lineTotal)).toEqual(["812.40", "47.10"]);
    expect(totalsOf(lines)).toEqual({ net: "859.50", vat: "180.50", gross: "1040.00" });
  });

  test("[OFF-3] rounds half a ban up, once per rate", () => {
    const half = { qty: 1, unit_price: "0.50", vat_rate: 21, status: "offered" } as const;
    expect(totalsOf([half])).toEqual({ net: "0.50", vat: "0.11", gross: "0.61" });
    expect(totalsOf([half, half])).toEqual({ net: "1.00", vat: "0.21", gross: "1.21" });
    expect(totalsOf([half, { ...half, vat_rate: 11 }]).vat).toBe("0.17");
    expect(totalsOf([])).toEqual({ net: "0.00", vat: "0.00", gross: "0.00" });
  });

  test("[OFF-3] alternatives and declined lines show a price but do not count", () => {
    const wanted = { qty: 2, unit_price: "225.60", vat_rate: 21, status: "accepted" } as const;
    const totals = totalsOf([wanted]);
    expect(totalsOf([wanted, { ...wanted, status: "alternative" }, { ...wanted, status: "declined" }])).toEqual(totals);
    expect(totalsOf([wanted, { ...wanted, status: "offered" }])).not.toEqual(totals);
  });

  test("[OFF-3] net is the sum of counted lines, gross is net plus VAT, and VAT is exact to half a ban per rate", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const { net, vat, gross } = totalsOf(lines);
        const counted = lines.filter(isCounted);
        const exactVatHundredths = counted.reduce(
          (total, line) => total + exact(lineTotal(line)) * BigInt(line.vat_rate),
          0n,
        );
        const roundingHundredths = exact(vat) * 100n - exactVatHundredths;
        const rates = BigInt(new Set(counted.map((line) => line.vat_rate)).size);
        expect([net, vat, gross].every((money) => Value.Check(Money, money))).toBe(true);
        expect(exact(net)).toBe(counted.reduce((total, line) => total + exact(lineTotal(line)), 0n));
        expect(exact(gross)).toBe(exact(net) + exact(vat));
        expect(roundingHundredths).toBeGreaterThanOrEqual(-50n * rates);
        expect(roundingHundredths).toBeLessThanOrEqual(50n * rates);
      }),
    );
  });

  test("[OFF-1] a line's total is quantity times price, exact at any size", () => {
    fc.assert(
      fc.property(line, (line) => {
        expect(exact(lineTotal(line))).toBe(BigInt(line.qty) * exact(line.unit_price));
      }),
    );
  });
});
