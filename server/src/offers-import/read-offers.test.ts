import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { OfferToStore } from "@cuplaj/protocol/offer.ts";
import { BadValues } from "./bad-values.ts";
import type { FileOffer } from "./file-offer.ts";
import { offersReaderOf } from "./read-offers.ts";

const folder = mkdtempSync(join(tmpdir(), "cuplaj-import-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(
  name: string,
  content: string | Uint8Array,
): Promise<{ offers: FileOffer[]; bad: readonly string[] }> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const [offers, bad]: [FileOffer[], BadValues] = [[], new BadValues()];
  for await (const entry of offersReaderOf(path)?.() ?? []) {
    if (entry.kind === "bad") bad.add(entry.bad);
    else offers.push(entry.offer);
  }
  return { offers, bad: bad.lines() };
}

const offer: OfferToStore = {
  version: 3,
  status: "sent",
  customer: { username: "ana" },
  vehicle: { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI", vin: "TMBZZZ1Z8E1234567", plate: "" },
  currency: "RON",
  lines: [
    line(1, { code: "1K0 615 301 AA", name: 'Disc față, "ventilat"', qty: 2, unit_price: "1234.50" }),
    line(2, { code: "GDB1763", name: "Plăcuțe", qty: 1, unit_price: "189.90" }),
  ],
  valid_until: "2026-12-31T21:59:59.000Z",
};
function line(id: number, changes: Partial<OfferToStore["lines"][number]>): OfferToStore["lines"][number] {
  const usual = {
    code: "A1",
    brand: "TRW",
    name: "Disc",
    qty: 1,
    unit_price: "1.00",
    vat_rate: 21,
    stock: 4,
    delivery_days: 1,
  };
  return { ...usual, id, status: "offered", ...changes };
}

const english = `offer,version,status,customer,make,model,year,engine,vin,plate,valid_until,line_id,code,brand,name,qty,unit_price,vat_rate,stock,delivery_days,line_status
10001,3,sent,ana,Škoda,Octavia,2014,2.0 TDI,TMBZZZ1Z8E1234567,,2026-12-31,1,1K0 615 301 AA,TRW,"Disc față, ""ventilat""",2,"1,234.50",21,4,1,offered
10001,3,sent,ana,Škoda,Octavia,2014,2.0 TDI,TMBZZZ1Z8E1234567,,2026-12-31,2,GDB1763,TRW,Plăcuțe,1,189.9,21,4,1,offered
`;
const romanian = `Oferta;Versiune;Stare;Client;Marca;Model;An;Motor;Serie șasiu;Nr. înmatriculare;Valabilă până la;ID linie;Cod;Producător;Denumire;Cantitate;Preț unitar;Cotă TVA;Stoc;Zile livrare;Stare linie
10001;3;sent;ana;Škoda;Octavia;2014;2.0 TDI;TMBZZZ1Z8E1234567;;31.12.2026;1;1K0 615 301 AA;TRW;"Disc față, ""ventilat""";2;1.234,50;21%;4;1;offered

10001;3;sent;ana;Škoda;Octavia;2014;2.0 TDI;TMBZZZ1Z8E1234567;;31.12.2026;2;GDB1763;TRW;Plăcuțe;1;189,9;21;4;1;offered
`;
const [header = "", row = "", secondRow = ""] = english.split("\n");

describe("offers in a file", () => {
  const files: readonly (readonly [string, string | Uint8Array])[] = [
    ["offers.json", JSON.stringify([{ id: 10_001, ...offer }], null, 2)],
    ["of-the-call.json", JSON.stringify([{ id: 10_001, id_cerere: 10_001, totals: {}, ...offer }])],
    ["offers.csv", english],
    ["tabs.csv", romanian.replaceAll(";", "\t")],
    ["unicode.txt", Buffer.from(`\uFEFF${romanian.replaceAll(";", "\t").replaceAll("\n", "\r\n")}`, "utf16le")],
    ["sep.csv", `sep=;\r\n${romanian.replace(";GDB1763;", ';="GDB1763";')}`],
    ["excel.csv", `\uFEFF${romanian.replaceAll("\n", "\r\n")}`],
    ["old-mac.csv", romanian.replaceAll("\n", "\r")],
    ["windows-1250.CSV", windows1250(romanian.replaceAll("\n", "\r\n"))],
  ];
  test.each(files)("[ERP-2g] %s reads as the same offers", async (name, content) => {
    const { offers, bad } = await read(name, content);
    expect(bad).toEqual([]);
    expect(offers.map(({ number, content: stored }) => ({ number, stored }))).toMatchObject([
      { number: 10_001, stored: offer },
    ]);
  });

  test("[ERP-2g] a column of the vehicle, and brand and name, may be omitted, and columns may come in any order", async () => {
    const cells =
      "stock;delivery_days;line_status;offer;version;status;customer;valid_until;line_id;code;qty;unit_price;vat_rate";
    const { offers, bad } = await read("few.csv", `${cells}\n0;3;offered;7;1;draft;ana;1.2.2027;5;X1;1;10;0`);
    expect(bad).toEqual([]);
    const vehicle = { make: "", model: "", year: null, engine: "", vin: "", plate: "" };
    const only = line(5, {
      code: "X1",
      brand: "",
      name: "",
      unit_price: "10.00",
      vat_rate: 0,
      stock: 0,
      delivery_days: 3,
    });
    expect(offers[0]?.content).toEqual({
      ...{
        version: 1,
        request_id: null,
        status: "draft",
        customer: { username: "ana" },
        vehicle,
        currency: "RON",
        lines: [only],
      },
      valid_until: "2027-02-01T21:59:59.000Z",
    });
  });

  const bad: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "a price with three decimals",
      english.replace("189.9", "189.905"),
      ['line 3: unit_price is "189.905"; allowed is a price of less than 10000000 with two decimals'],
    ],
    [
      "a status",
      english.replace(",sent,", ",trimis,").replace(",sent,", ",trimis,"),
      ['line 2: status is "trimis"; allowed is draft, sent, accepted, ordered or expired'],
    ],
    [
      "a day",
      english.replaceAll("2026-12-31", "2026-02-30"),
      ['line 2: valid_until is "2026-02-30"; allowed is a day or a moment'],
    ],
    [
      "nothing where something has to be",
      english.replace(",2,GDB1763,", ",,,"),
      [
        "line 3: line_id is missing",
        'line 3: code is ""; allowed is 1 to 200 characters on one line, at least one of them visible',
      ],
    ],
    [
      "a code that nobody sees",
      english.replace("GDB1763", "\u3164\u200b"),
      ['line 3: code is "\u3164\u200b"; allowed is 1 to 200 characters on one line, at least one of them visible'],
    ],
    [
      "a line twice",
      english.replace(",2,GDB1763,", ",1,GDB1763,"),
      ["line 3: line_id is 1; allowed is a whole number of at most 15 digits, once in an offer"],
    ],
    [
      "another value for the same offer",
      english.replace(/^(10001,3,sent),ana(?=.*GDB)/mu, "$1,mihai"),
      ['line 3: customer is "mihai", but "ana" on line 2 of the same offer'],
    ],
    [
      "an offer that comes again",
      `${english}${row.replace("10001", "10002")}\n${secondRow}\n`,
      ["line 5: offer 10001 begins again, after line 2"],
    ],
    ["cells that are missing", `${header}\n10001,3\n${row}`, ["line 2: has 2 cells, the header 21"]],
    [
      "a text on two lines, and what comes after it",
      english.replace("Plăcuțe", '"a\nb"') + row.replace("10001", "x"),
      [
        'line 3: name is "a\\nb"; allowed is at most 200 characters on one line',
        'line 5: offer is "x"; allowed is a whole number of at most 15 digits, once in an offer',
      ],
    ],
    [
      "a quote that does not end",
      english.replace("GDB1763", '"GDB1763'),
      ["line 3: is not a valid CSV row: its quotes do not match; the rest was not read"],
    ],
    [
      "columns",
      "oferta;Oferta;pret\n",
      [
        'line 1: is not a valid header: the column offer occurs twice, the column "pret" is unknown, the column version is missing, the column status is missing, the column customer is missing, the column valid_until is missing, the column line_id is missing, the column code is missing, the column qty is missing, the column unit_price is missing, the column vat_rate is missing, the column stock is missing, the column delivery_days is missing, the column line_status is missing; the rest was not read',
      ],
    ],
    ["nothing", "", ["line 1: has no header; the rest was not read"]],
  ];
  test.each(bad)("[ERP-2h] %s in a CSV file is reported by line and field", async (_name, content, expected) => {
    expect((await read("bad.csv", content)).bad).toEqual(expected);
  });

  test("[ERP-2h] a code that Excel turned into a number is refused by line and field", async () => {
    const mangled = romanian.replace("GDB1763", "1,5E+12").replaceAll("TMBZZZ1Z8E1234567", "1,2E+16");
    const problem = "Excel took it for a number and shortened it: format the column as text and enter it again";
    expect((await read("mangled.csv", mangled)).bad).toEqual([
      `line 2: vin is "1,2E+16"; ${problem}`,
      `line 4: vin is "1,2E+16"; ${problem}`,
      `line 4: code is "1,5E+12"; ${problem}`,
    ]);
  });

  const badJson: readonly (readonly [string, string, readonly string[]])[] = [
    ["no array", '{"id": 1}', ['line 1: has "{" where a JSON array of offers cannot have it; the rest was not read']],
    [
      "an array that does not end",
      `[\n${JSON.stringify({ id: 1, ...offer })},\n`,
      ["line 3: is the last one, but the array does not end; the rest was not read"],
    ],
    [
      "more behind the array",
      "[]\n[]",
      ['line 2: has "[" where a JSON array of offers cannot have it; the rest was not read'],
    ],
    ["invalid JSON", '[\n{"id": 1 "version": 2}]', ["line 2: begins an offer that is not valid JSON"]],
    [
      "an offer that is too long",
      `[{"id": "${"x".repeat(1024 * 1024)}"}]`,
      ["line 1: begins an offer that is too long, or does not end; the rest was not read"],
    ],
    [
      "values inside",
      JSON.stringify([{ id: 1, ...offer, customer: {}, vehicle: undefined, lines: [line(1, { qty: 0 })] }]),
      [
        "line 1: vehicle is missing",
        "line 1: customer is {}; allowed is the username of a customer",
        "line 1: lines[0].qty is 0; allowed is a whole number from 1 to 10000",
      ],
    ],
  ];
  test.each(badJson)("[ERP-2h] %s in a JSON file is reported by line and field", async (_name, content, expected) => {
    expect((await read("bad.json", content)).bad.toSorted()).toEqual(expected.toSorted());
  });

  test("[ERP-2h] a hundred bad values are listed, and the rest counted", async () => {
    const rows = Array.from({ length: 130 }, (_, index) => row.replace("10001", `x${index}`));
    const { bad: lines } = await read("many.csv", [header, ...rows].join("\n"));
    expect([lines.length, lines.at(-2), lines.at(-1)]).toEqual([
      101,
      expect.stringMatching(/^line 101: /u),
      "and 30 more",
    ]);
  });

  test("[ERP-2h] an offer with too many lines is not buffered further", async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => row.replace(",1,1K0", `,${index + 1},1K0`));
    expect((await read("long.csv", [header, ...rows].join("\n"))).bad).toEqual([
      expect.stringContaining("allowed is at most 500 lines"),
    ]);
  });

  test("[ERP-2g] rejects other file extensions", () => {
    expect(offersReaderOf("offers.xlsx")).toBeNull();
  });
});

/** Encodes text as Excel does: Windows-1250 has ș and ț only with a cedilla. */
function windows1250(text: string): Uint8Array {
  const decoder = new TextDecoder("windows-1250");
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  const cedillas = text.replaceAll("ș", "ş").replaceAll("ț", "ţ");
  return Uint8Array.from(cedillas, (letter) => byteOf.get(letter) ?? 0x3f);
}
