import { describe, expect, test } from "vitest";
import { problemsOf, readDraft, type RequestDraft, requestOf, withPasted, writtenDraft } from "./request-draft.ts";

const blank = readDraft();

describe("a draft", () => {
  test("[ASK-4] is read as it was written, and a blank one is none", () => {
    const draft: RequestDraft = {
      ...{ step: "needs", carId: 4, text: "Patinează.", items: [{ text: "Disc", qty: "2" }] },
      vehicle: { ...blank.vehicle, year: "2014" },
    };
    expect(readDraft(writtenDraft(draft).text)).toEqual(draft);
    expect(writtenDraft({ ...blank, step: "needs", items: [{ text: " ", qty: "1" }] }).text).toBe("");
  });

  test.each(["", "{", "[]", '{"items":[1],"vehicle":7,"step":"x","car_id":-1,"text":null}'])(
    "[ASK-4] stored as %j is no obstacle",
    (stored) => expect(readDraft(stored)).toMatchObject({ step: "car", carId: null, text: "" }),
  );

  test("[ASK-7] can come from a request, whose year and quantities are numbers", () => {
    const vehicle = { make: "Škoda", model: "", year: 2014, engine: "", vin: "", plate: "" };
    const draft = readDraft(JSON.stringify({ vehicle, items: [{ text: "Disc", qty: 2 }], text: "" }));
    expect([draft.vehicle.year, draft.items]).toEqual(["2014", [{ text: "Disc", qty: "2" }]]);
    expect(requestOf(draft, [])).toEqual({ vehicle, items: [{ text: "Disc", qty: 2 }], photos: [] });
  });
});

describe("pasted lines", () => {
  const items = ["Disc", "Filtru"].map((text) => ({ text, qty: "1" }));

  test("[ASK-3] become parts where they were pasted, after what was typed there", () => {
    expect(withPasted(items, 0, " frână\r\n\nPlăcuțe\n").map(({ text }) => text)).toEqual([
      "Disc frână",
      "Plăcuțe",
      "Filtru",
    ]);
  });

  test("[ASK-3] beyond the twentieth are left out", () => {
    const pasted = Array.from({ length: 30 }, (_, i) => `Piesa ${i}`).join("\n");
    expect(withPasted(items, 1, pasted)).toHaveLength(20);
  });
});

describe("what is wrong", () => {
  test("[ASK-5] is found with the step that mends it", () => {
    expect([...problemsOf(blank, 0)]).toEqual([
      ["noCar", "car"],
      ["noNeed", "needs"],
    ]);
    const wrong = {
      ...blank,
      vehicle: { ...blank.vehicle, year: "14" },
      items: [{ text: "Disc", qty: "două" }],
    };
    expect([...problemsOf(wrong, 0)]).toEqual([
      ["year", "car"],
      ["quantity", "needs"],
    ]);
  });

  test("[ASK-5] is nothing if there is a car, and a text, a part or a photo", () => {
    const withCar = { ...blank, carId: 4 };
    const right = [problemsOf(withCar, 1), problemsOf({ ...withCar, text: "Patinează." }, 0)];
    expect(right.map(({ size }) => size)).toEqual([0, 0]);
  });
});

test("[ASK-5] what is sent has clean short texts, without blank parts", () => {
  const draft = {
    ...blank,
    vehicle: { ...blank.vehicle, vin: "tmb zzz1z8e-1234567", plate: " B 123\tANA " },
    items: [
      { text: "Disc\u0000\u2028frână", qty: " 4 " },
      { text: " ", qty: "x" },
    ],
  };
  expect(requestOf(draft, [])).toEqual({
    vehicle: { vin: "TMBZZZ1Z8E1234567", plate: "B 123 ANA", make: "", model: "", year: null, engine: "" },
    items: [{ text: "Disc frână", qty: 4 }],
    photos: [],
  });
});
