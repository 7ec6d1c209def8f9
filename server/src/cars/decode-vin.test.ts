import { describe, expect, test } from "vitest";
import type { User } from "@cuplaj/protocol/participant.ts";
import { someUser } from "../testing/some-user.ts";
import { type DecodedVin, decodeVin } from "./decode-vin.ts";

const caller: User = { ...someUser, roles: [{ name: "Customer", permissions: ["rooms.view"] }] };
const clock = { now: () => Date.UTC(2026, 10, 30) };
const decode = (text: string, decoded: DecodedVin | null = null, by = caller) =>
  decodeVin({ askVinDecoder: () => Promise.resolve(decoded), clock }, by, text);

describe("decoding a VIN", () => {
  test.each([
    ["tmbzzz1z8e1234567", "Škoda", 2014],
    ["WVWZZZ1KZ6W214587", "Volkswagen", 2006],
    ["UU1KSD0F552123456", "Dacia", null],
    ["VF1LM1B0H36666155", "Renault", null],
    ["WDB2030351A123456", "Mercedes-Benz", null],
    ["4JGBB86E06A012345", "Mercedes-Benz", 2006],
    ["WF0AXXGBBA7S12345", "Ford", null],
    ["1FAHP3FN8AW123456", "Ford", 2010],
    ["JMBXNGA1WCZ123456", "Mitsubishi", 2012],
    ["JMZGG128211234567", "Mazda", null],
    ["5YJ3E1EA7KF317000", "Tesla", 2019],
    ["XXXZZZ1Z8E1234567", "", 2014],
  ])("[CAR-5] %s: %s, %j", async (vin, make, year) => {
    expect(await decode(vin)).toMatchObject({ ok: true, value: { make, model: "", year, engine: "" } });
  });

  test("[CAR-5a] a decoder's answer goes first, field by field", async () => {
    const answer = { make: null, model: "Octavia", engine: "2.0 TDI" };
    expect(await decode("TMBZZZ1Z8E1234567", answer)).toEqual({
      ok: true,
      value: { make: "Škoda", model: "Octavia", year: 2014, engine: "2.0 TDI", is_check_digit_right: false },
    });
    const other = await decode("1M8GDM9AXKP042788", { make: "MCI", year: 1989 });
    expect(other).toMatchObject({ value: { make: "MCI", year: 1989, is_check_digit_right: true } });
  });

  test("[CAR-5] whatever is no VIN is not found, and nobody decodes without `rooms.view`", async () => {
    expect(await decode("TMBZZZ1Z8E123456O")).toMatchObject({ ok: false, code: "not_found" });
    expect(await decode("TMBZZZ1Z8E1234567", null, someUser)).toMatchObject({ ok: false, code: "forbidden" });
  });
});
