import { expect, test } from "vitest";
import type { Offer } from "./offers-shape.ts";
import { createAnasChat } from "../testing/test-chat.ts";

const offer = (number: number): Offer => ({
  number,
  status: "sent",
  version: 1,
  customer: { id: 1, name: "Ana Pop" },
  vehicle: { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI", vin: "", plate: "" },
  currency: "RON",
  lines: [],
  totals: { net: "0.00", vat: "0.00", gross: "0.00" },
  validUntil: "2026-02-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
});

test("[OFF-2] an offer is fetched only when its number differs from the one held or on its way", () => {
  const chat = createAnasChat();
  const ask = (offerNumber: number) => chat.dispatch({ type: "offers/asked", offerNumber });
  ask(10_001);
  ask(10_001);
  chat.dispatch({ type: "offers/loaded", offer: offer(10_001) });
  ask(10_001);
  ask(10_002);
  expect(chat.asked("call-offer").map(({ offerNumber }) => offerNumber)).toEqual([10_001, 10_002]);
});

test("[OFF-2] a late answer for another offer changes nothing; a failed one is asked for again", () => {
  const chat = createAnasChat();
  chat.dispatch({ type: "offers/asked", offerNumber: 10_002 });
  chat.dispatch({ type: "offers/loaded", offer: offer(10_001) });
  expect(chat.getState().offer).toMatchObject({ number: 10_002, phase: "loading", value: null });
  const error = { code: "offline", message: "", fieldErrors: {}, retryAfterSeconds: null } as const;
  chat.dispatch({ type: "offers/failed", offerNumber: 10_002, error });
  chat.dispatch({ type: "offers/asked", offerNumber: 10_002 });
  expect(chat.asked("call-offer")).toHaveLength(2);
});
