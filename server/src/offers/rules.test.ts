import { expect, test } from "vitest";
import { lineToStore as line, offerToStore } from "../testing/offers-to-store.ts";
import { changesBetween, decideStore, type StoredOffer } from "./rules.ts";

const ana = { id: 7, name: "Ana" };
const stored = (version: number, changes: Parameters<typeof offerToStore>[2] = {}): StoredOffer => ({
  ...offerToStore(ana, version, changes),
  ...{ id_cerere: 20_001, request_id: null, customer: ana, updated_at: "2026-11-26T10:00:00.000Z" },
});

test("[ERP-1c] changes are listed by importance, then in the order of lines", () => {
  const before = stored(1, { lines: [line(1), line(2), line(3), line(4)] });
  const after = stored(2, {
    ...{
      status: "ordered",
      valid_until: "2030-02-28T22:00:00.000Z",
      vehicle: { ...before.vehicle, plate: "B 11 ABC" },
    },
    lines: [
      line(5),
      line(3, { unit_price: "9.90", stock: 0 }),
      line(2, { name: "Alt disc", qty: 2, delivery_days: 3 }),
      line(1, { unit_price: "10.00", status: "alternative" }),
    ],
  });
  expect(changesBetween(before, after).map(({ what, line_id, from, to }) => [what, line_id, from, to])).toEqual([
    ["price", 3, "214.50", "9.90"],
    ["price", 1, "214.50", "10.00"],
    ["line_status", 1, "offered", "alternative"],
    ["status", null, "sent", "ordered"],
    ["quantity", 2, "1", "2"],
    ["line_added", 5, null, null],
    ["line_removed", 4, null, null],
    ["delivery", 2, "1", "3"],
    ["stock", 3, "4", "0"],
    ["line", 2, null, null],
    ["valid_until", null, before.valid_until, after.valid_until],
    ["vehicle", null, null, null],
  ]);
});

test.each([
  ["nobody", null, null, "no-customer"],
  ["who is disabled", null, { ...ana, isDisabled: true }, "no-customer"],
  ["who is disabled, as before", stored(1), { ...ana, isDisabled: true }, "stored"],
  ["other than before", stored(1), { id: 8, name: "Ion", isDisabled: false }, "no-customer"],
  ["as before, at the stored version", stored(2), { ...ana, isDisabled: false }, "same"],
  [
    "as before, at the stored version of other lines",
    stored(2, { lines: [] }),
    { ...ana, isDisabled: false },
    "conflict",
  ],
])("[ERP-1][ERP-1g] an offer to a customer %s", (_title, before, customer, outcome) => {
  const sent = { offerId: 20_001, content: offerToStore(ana, 2) };
  expect(decideStore(sent, before, { customer, requestCustomerId: null }, "2026-11-26T11:00:00.000Z").outcome).toBe(
    outcome,
  );
});
