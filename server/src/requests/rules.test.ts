import { expect, test } from "vitest";
import { messageCharactersMax, requestTextCharactersMax } from "@cuplaj/protocol/limits.ts";
import type { RequestState } from "@cuplaj/protocol/request.ts";
import { octavia, requestToSend } from "../testing/requests.ts";
import { readRequest, requestProblem } from "./read-request.ts";
import { type AskedState, decideChange, requestMessage } from "./rules.ts";

const unknown = { make: "", model: "", year: null, engine: "", vin: "", plate: "" };

test("[REQ-1a] the message names the car, the items and the text, as far as they are known", () => {
  const items = [
    { text: "Kit ambreiaj", qty: 1 },
    { text: "Ulei cutie, 1 l", qty: 2 },
  ];
  expect(requestMessage({ vehicle: octavia, items, text: "Patinează.\nMulțumesc!" })).toBe(
    [
      "Cerere de piese: Škoda Octavia 2.0 TDI, 2014 · VIN TMBZZZ1Z8E1234567 · B 123 ANA",
      ...["1 × Kit ambreiaj", "2 × Ulei cutie, 1 l", "Patinează.", "Mulțumesc!"],
    ].join("\n"),
  );
  expect(requestMessage({ vehicle: { ...unknown, plate: "B 1" }, items: [], text: "" })).toBe("Cerere de piese: B 1");
  expect(requestMessage({ vehicle: unknown, items: [], text: "" })).toBe("Cerere de piese");
});

test.each([
  ["neither car nor vehicle", { vehicle: undefined }, "vehicle"],
  ["both car and vehicle", { car_id: 4 }, "vehicle"],
  ["an unreadable vehicle", { vehicle: { ...octavia, make: "\ud800" } }, "vehicle.make"],
  ["an unreadable item", { items: [{ text: "\ud800", qty: 1 }] }, "items.0.text"],
  [
    "an item that shows nothing",
    {
      items: [
        { text: "a", qty: 1 },
        { text: " \u200b", qty: 1 },
      ],
    },
    "items.1.text",
  ],
  ["nothing", { items: [], text: " " }, "text"],
] as const)("[REQ-1] a request with %s is refused", (_, changes, field) => {
  const { items, ...more } = { items: [{ text: "Kit", qty: 1 }], ...changes };
  const asked = { ...requestToSend(), ...more, items: [...items] };
  // The cast is safe, since an optional field may be missing.
  expect(Object.keys(requestProblem(asked as never)?.fields ?? {})).toEqual([field]);
});

test("[REQ-1] photos alone are a request, and a text that does not fit into one message is refused", () => {
  expect(requestProblem(requestToSend({ items: [], text: "", upload_ids: ["x"] }))).toBeNull();
  const items = Array.from({ length: 20 }, () => ({ text: "x".repeat(120), qty: 1 }));
  const long = { text: "x".repeat(requestTextCharactersMax), items };
  expect(items.length * 120 + long.text.length).toBeGreaterThan(messageCharactersMax);
  expect(readRequest(long, octavia)).toMatchObject({ ok: false, fields: { text: ["too_long"] } });
  expect(readRequest({ text: "a\u0000", items: [] }, octavia)).toMatchObject({ fields: { text: ["not_text"] } });
  expect(readRequest({ text: " a\r\nb ", items: [] }, unknown)).toMatchObject({
    value: { text: "a\nb", message: "Cerere de piese\na\nb" },
  });
});

const changes: readonly (readonly [RequestState, AskedState, ReturnType<typeof decideChange>])[] = [
  ["open", "open", "same"],
  ["open", "withdrawn", "withdrawn"],
  ["answered", "open", "same"],
  ["answered", "closed", "closed"],
  ["withdrawn", "withdrawn", "same"],
  ["withdrawn", "closed", "conflict"],
  ["closed", "withdrawn", "conflict"],
  ["ordered", "open", "conflict"],
  ["ordered", "withdrawn", "conflict"],
];
test.each(changes)("[REQ-1d] %s, asked to be %s: %s", (state, asked, expected) => {
  expect(decideChange({ state, hasOffer: state === "answered" }, asked)).toBe(expected);
});

test.each([
  [false, "open"],
  [true, "answered"],
] as const)("[REQ-1d] a request that has ended reopens, with an offer (%s) as %s", (hasOffer, expected) => {
  for (const state of ["withdrawn", "closed"] as const)
    expect(decideChange({ state, hasOffer }, "open")).toBe(expected);
});
