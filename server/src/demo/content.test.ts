import { readFileSync } from "node:fs";
import { withoutPersonalData } from "@cuplaj/media/personal-data.ts";
import { lineTotal, offerTotals } from "@cuplaj/protocol/offer-totals.ts";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { demoOffers } from "./content/demo-offers.ts";
import { demoPeople, type DemoUsername, roomMembers } from "./content/people.ts";
import { demoRecords } from "./demo-records.ts";
import { readOfferLines } from "./offer-lines.ts";
import drawn from "./photos/photos.json" with { type: "json" };

const now = Date.UTC(2026, 10, 21, 12, 40);
const records = demoRecords(demoOffers, () => "hash", now);
const opened = demoOffers.filter((offer) => offer.talk !== null);

function messagesOf(offer: number) {
  return records.messages.filter((message) => message.offer === offer);
}

/** What ROOM-7 says of one member: others' messages above their marker. */
function unread(offer: number, username: DemoUsername): number {
  const marker = records.memberships.find((row) => row.offer === offer && row.username === username);
  return messagesOf(offer).filter((message) => message.seq > (marker?.readSeq ?? 0) && message.author !== username)
    .length;
}

const toPriced = ({ unitPrice, vatRate, ...line }: (typeof records.lines)[number]) => ({
  ...line,
  vat_rate: vatRate,
  total: lineTotal({ qty: line.qty, unit_price: unitPrice }),
});

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
      expect(parts.every(({ qty, unitPrice }) => qty >= 1 && Number(unitPrice) > 0)).toBe(true);
      expect(parts.some(({ status }) => status === "offered" || status === "accepted")).toBe(true);
    },
  );

  test.each(demoOffers)("[OFF-1] offer $number comes to a price with 21 % VAT", ({ number }) => {
    const { net, gross } = offerTotals(records.lines.filter((line) => line.offer === number).map(toPriced));
    expect(Number(net)).toBeGreaterThan(50);
    expect(Math.round((Number(gross) / Number(net)) * 10_000)).toBe(12_100);
  });

  test("[OFF-1] the totals that radu quotes for the front axle are those of its lines", () => {
    const codes = ["31931 01", "31932 01", "JTS526", "22-136596", "22-136602", "802 420"];
    const quoted = records.lines.filter(({ offer, code }) => offer === 10003 && codes.includes(code));
    expect(offerTotals(quoted.map(toPriced))).toMatchObject({ net: "2245.80", gross: "2717.42" });
  });

  test("[OFF-1] a line of another form is a mistake in the program", () => {
    expect(() => readOfferLines("LuK | 624 3477 33 | Kit | 1 | 812,40 | 3 | 0 | offered")).toThrow("812,40");
    expect(() => readOfferLines("LuK | 624 3477 33 | Kit | 1 | 812.40 | 3 | 0 | sold")).toThrow("sold");
  });

  test("[RUN-9] an offer is valid into the future unless it expired", () => {
    for (const { status, validUntil, updatedAt } of records.offers) {
      expect(validUntil > now).toBe(status !== "expired");
      expect(updatedAt).toBeLessThan(Math.min(now, validUntil));
    }
  });
});

describe("the demo's rooms", () => {
  test("[RUN-9] every offer but the last of each customer has a room", () => {
    expect(records.rooms.map(({ offer }) => offer)).toEqual([
      10001, 10002, 10003, 10005, 10006, 10007, 10009, 10010, 10011,
    ]);
  });

  test.each(opened)("[RUN-9] the members of $number are its customer, both ERP users and an agent", (offer) => {
    const { number, customer } = offer;
    const agent = customer === "ana" ? "mia" : "vlad";
    const members = records.memberships.filter((row) => row.offer === number).map((row) => row.username);
    expect(members).toEqual([customer, "radu", "ioana", agent]);
    expect(roomMembers(customer)).toEqual(members);
    expect(messagesOf(number).every(({ author }) => members.includes(author))).toBe(true);
  });

  test("[RUN-9] conversations have 3 to 60 messages, one of ana's about 60", () => {
    const lengths = records.rooms.map(({ messagesTotal }) => messagesTotal);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...lengths)).toBe(60);
    expect(records.rooms.find(({ messagesTotal }) => messagesTotal === 60)?.offer).toBe(10003);
  });

  test.each(opened)("[MSG-5] the log of $number counts joins, messages and acts without a gap", ({ number }) => {
    const joins = records.memberships.filter((row) => row.offer === number).map((row) => row.joinSeq);
    const messages = messagesOf(number);
    const entries = [...messages, ...records.events.filter(({ offer }) => offer === number)];
    const log = [
      ...joins,
      ...entries.toSorted((left, right) => left.at - right.at || left.seq - right.seq).map(({ seq }) => seq),
    ];
    const room = records.rooms.find(({ offer }) => offer === number);
    expect(log).toEqual(log.map((_, index) => index + 1));
    expect(messages.map(({ ordinal }) => ordinal)).toEqual(messages.map((_, index) => index + 1));
    expect(room).toMatchObject({ lastSeq: log.length, messagesTotal: messages.length, membersSeq: joins.length });
  });

  test("[ROOM-7b] nobody's own message lies above their read marker, and marker and ordinal agree", () => {
    for (const { offer, username, readSeq, readOrdinal } of records.memberships) {
      const messages = messagesOf(offer);
      expect(messages.some(({ author, seq }) => author === username && seq > readSeq)).toBe(false);
      expect(messages.filter(({ seq }) => seq <= readSeq).length).toBe(readOrdinal);
    }
  });

  test("[RUN-9] radu has unread messages in several rooms and ana in two, so that counts show", () => {
    const counts = (username: DemoUsername): Record<number, number> =>
      Object.fromEntries(
        records.memberships
          .filter((row) => row.username === username)
          .map(({ offer }): [number, number] => [offer, unread(offer, username)])
          .filter(([, count]) => count > 0),
      );
    expect(counts("radu")).toEqual({ 10001: 2, 10005: 1, 10006: 1, 10009: 3 });
    expect(counts("ana")).toEqual({ 10002: 2, 10003: 1 });
  });

  test("[RUN-9] conversations are held by an operator each, one of them handed over with a note, and customers wait in others", () => {
    const of = (offer: number) => records.rooms.find((room) => room.offer === offer);
    expect(records.rooms.flatMap(({ offer, holder }) => (holder === null ? [] : [[offer, holder]]))).toEqual([
      [10001, "radu"],
      [10002, "ioana"],
      [10003, "mia"],
      [10010, "ioana"],
    ]);
    expect(records.actions.filter(({ note }) => note !== null)).toMatchObject([
      { offer: 10002, username: "ioana", handedBy: "radu", deleted: false },
    ]);
    const waiting = records.rooms.filter(({ waitingSince }) => waitingSince !== null);
    expect(waiting.map(({ offer, holder }) => [offer, holder])).toEqual([
      [10001, "radu"],
      [10005, null],
      [10006, null],
      [10009, null],
    ]);
    expect(Math.round((now - (of(10001)?.waitingSince ?? 0)) / 60_000)).toBe(12);
  });

  test("[RUN-9] messages are liked by customers and by staff, some by several", () => {
    const likes = records.messages.filter(({ likesTotal }) => likesTotal > 0);
    expect(likes.map(({ offer, author, likesTotal }) => [offer, author, likesTotal])).toEqual([
      [10001, "mia", 1],
      [10001, "ana", 2],
      [10002, "ana", 2],
      [10003, "mia", 1],
      [10003, "ana", 3],
      [10007, "mihai", 3],
    ]);
  });

  test("[MSG-2] every text could have been published: trimmed, 1 to 4,000 characters", () => {
    for (const { body, photo } of records.messages) {
      expect(body).toBe(body.trim());
      if (photo === null) expect(body.length).toBeGreaterThan(0);
      expect(body.length).toBeLessThanOrEqual(4000);
    }
  });

  test("[RUN-9f] every photo is sent once, by customers and by staff, with a text and alone, and two together", () => {
    const sent = records.messages.filter(({ photo }) => photo !== null);
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

  test("[RUN-9f] photos are small, of the size that is stored with them, and hold no personal data", async () => {
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

  test("[RUN-9] staff writes ș and ț with a comma, never with a cedilla", () => {
    expect(records.messages.filter(({ body }) => /[şţŞŢ]/u.test(body))).toEqual([]);
  });

  test("[RUN-9] every room speaks of a part of its own offer by code", () => {
    for (const { number, lines } of opened) {
      const codes = readOfferLines(lines).map(({ code }) => code);
      expect(messagesOf(number).some(({ body }) => codes.some((code) => body.includes(code)))).toBe(true);
    }
  });
});
