import { readFileSync } from "node:fs";
import { withoutPersonalData } from "@cuplaj/media/personal-data.ts";
import { lineTotal, offerTotals } from "@cuplaj/protocol/offer-totals.ts";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { demoOffers } from "./content/demo-offers.ts";
import { demoPeople } from "./content/people.ts";
import { readOfferLines } from "./offer-lines.ts";
import drawn from "./photos/photos.json" with { type: "json" };
import { readTranscript } from "./transcript.ts";

const now = Date.UTC(2026, 10, 21, 12, 40);
const opened = demoOffers.flatMap(({ talk, ...offer }) =>
  talk === null ? [] : [{ ...offer, lines: readTranscript(talk.transcript, now), parts: readOfferLines(offer.lines) }],
);
const messages = opened.flatMap(({ number, lines }) =>
  lines.flatMap((line) => (line.kind === "message" ? [{ ...line, offer: number }] : [])),
);
const messagesOf = (offer: number) => messages.filter((message) => message.offer === offer);

const totalsOf = (parts: ReturnType<typeof readOfferLines>) =>
  offerTotals(parts.map((part) => ({ ...part, total: lineTotal(part) })));

describe("the demo's people", () => {
  test("[RUN-9] customers, ERP users, an admin and agents have accounts", () => {
    expect(demoPeople.map(({ username, kind, role }) => [username, kind, role])).toEqual([
      ["ana", "customer", "Customer"],
      ["mihai", "customer", "Customer"],
      ["elena", "customer", "Customer"],
      ["radu", "erp", "Operator"],
      ["ioana", "erp", "Operator"],
      ["admin", "erp", "Admin"],
      ["mia", "agent", "Agent"],
      ["vlad", "agent", "Agent"],
    ]);
  });
});

describe("the demo's offers", () => {
  test("[RUN-9] offers 10001 to 10012 belong to ana, mihai and elena, four each", () => {
    expect(demoOffers.map(({ number, customer }) => `${number} ${customer}`)).toEqual(
      Array.from({ length: 12 }, (_, index) => `${10001 + index} ${["ana", "mihai", "elena"][Math.floor(index / 4)]}`),
    );
  });

  test.each(demoOffers)(
    "[OFF-1] offer $number names a vehicle by make, model, engine, VIN and plate",
    ({ vehicle }) => {
      expect(vehicle.vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/u);
      expect(vehicle.plate).toMatch(/^(CJ|PH|IS) \d\d [A-Z]{3}$/u);
      expect(vehicle.year).toBeGreaterThan(2000);
      for (const word of [vehicle.make, vehicle.model, vehicle.engine]) expect(word).not.toBe("");
    },
  );

  test.each(demoOffers)(
    "[OFF-1] offer $number has 2 to 9 lines of different parts, one of them wanted",
    ({ lines }) => {
      const parts = readOfferLines(lines);
      expect(parts.length).toBeGreaterThanOrEqual(2);
      expect(parts.length).toBeLessThanOrEqual(9);
      expect(new Set(parts.map(({ code }) => code)).size).toBe(parts.length);
      expect(parts.every(({ qty, unit_price: price }) => qty >= 1 && Number(price) > 0)).toBe(true);
      expect(parts.some(({ status }) => status === "offered" || status === "accepted")).toBe(true);
    },
  );

  test.each(demoOffers)("[OFF-1] offer $number has a total with 21 % VAT", ({ lines }) => {
    const { net, gross } = totalsOf(readOfferLines(lines));
    expect(Number(net)).toBeGreaterThan(50);
    expect(Math.round((Number(gross) / Number(net)) * 10_000)).toBe(12_100);
  });

  test("[OFF-1] the totals that radu quotes for the front axle match the lines", () => {
    const codes = ["31931 01", "31932 01", "JTS526", "22-136596", "22-136602", "802 420"];
    const parts = opened.find(({ number }) => number === 10_003)?.parts ?? [];
    const quoted = parts.filter(({ code }) => codes.includes(code));
    expect(totalsOf(quoted)).toMatchObject({ net: "2245.80", gross: "2717.42" });
  });

  test("[OFF-1] a malformed line throws", () => {
    expect(() => readOfferLines("LuK | 624 3477 33 | Kit | 1 | 812,40 | 3 | 0 | offered")).toThrow("812,40");
    expect(() => readOfferLines("LuK | 624 3477 33 | Kit | 1 | 812.40 | 3 | 0 | sold")).toThrow("sold");
  });
});

describe("the demo's rooms", () => {
  test("[RUN-9] all offers except each customer's last have a room", () => {
    expect(opened.map(({ number }) => number)).toEqual([10001, 10002, 10003, 10005, 10006, 10007, 10009, 10010, 10011]);
  });

  test("[RUN-9] conversations have 3 to 60 messages, one of ana's 60, and all lie in the past", () => {
    const lengths = opened.map(({ number }) => messagesOf(number).length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([3, 60]);
    expect(messagesOf(10_003).length).toBe(60);
    expect(messages.every(({ at }) => at < now)).toBe(true);
  });

  test("[MSG-2] every text could have been published: trimmed, 1 to 4,000 characters", () => {
    for (const { body, photo } of messages) {
      expect(body).toBe(body.trim());
      if (photo === null) expect(body.length).toBeGreaterThan(0);
      expect(body.length).toBeLessThanOrEqual(4000);
    }
  });

  test("[RUN-9] every photo is sent once, by customers and by staff, with and without text, and once two together", () => {
    const sent = messages.filter(({ photo }) => photo !== null);
    expect(new Set(sent.map(({ photo }) => photo))).toEqual(new Set(Object.keys(drawn)));
    expect(sent.length).toBe(Object.keys(drawn).length);
    expect(new Set(sent.map(({ author }) => author))).toEqual(new Set(["ana", "mihai", "elena", "radu"]));
    expect(sent.some(({ body }) => body === "") && sent.some(({ body }) => body !== "")).toBe(true);
    const together = sent.filter(({ offer, author, at, photo }) =>
      sent.some(
        (other) =>
          other.photo !== photo && other.offer === offer && other.author === author && Math.abs(other.at - at) < 60_000,
      ),
    );
    expect(together.length).toBeGreaterThanOrEqual(4);
  });

  test("[RUN-9] photos are small, have their stored size, and hold no personal data", async () => {
    for (const [name, { width, height, placeholder }] of Object.entries(drawn)) {
      const read = (ending: string) => readFileSync(new URL(`photos/${name}.${ending}`, import.meta.url));
      const [photo, preview] = [read("jpg"), read("webp")];
      expect(photo.length).toBeLessThanOrEqual(61_000);
      expect(withoutPersonalData(photo)).toBe(photo);
      expect(await sharp(photo).metadata()).toMatchObject({ format: "jpeg", width, height });
      expect(await sharp(preview).metadata()).toMatchObject({
        format: "webp",
        width: (width * 640) / Math.max(width, height),
      });
      expect(Buffer.from(placeholder, "base64").length).toBeGreaterThan(4);
    }
  });

  test("[RUN-9] staff write ș and ț with a comma, never with a cedilla", () => {
    expect(messages.filter(({ body }) => /[şţŞŢ]/u.test(body))).toEqual([]);
  });

  test("[RUN-9] every room mentions a part of its own offer by code", () => {
    for (const { number, parts } of opened) {
      const codes = parts.map(({ code }) => code);
      expect(messagesOf(number).some(({ body }) => codes.some((code) => body.includes(code)))).toBe(true);
    }
  });
});
