import { describe, expect, test } from "vitest";
import { matchText, matchTexts, queryCharacters, readQuery } from "./search-text.ts";

/** The parts of `text` that a query matches; null if none. */
function found(typed: string, text: string): string[] | null {
  const match = matchText(readQuery(typed), text);
  return match === null ? null : (match.ranges[0] ?? []).map(([from, to]) => text.slice(from, to));
}

const code = "1K0 615 301 AA";
const vin = "TMBZZZ1Z8E1234567";

const finds: readonly (readonly [typed: string, text: string, ...found: string[]])[] = [
  // Romanian letters match with comma or cedilla, composed or not, and bare.
  ["șurub", "un șurub", "șurub"],
  ["şurub", "un șurub", "șurub"],
  ["surub", "un șurub", "șurub"],
  ["șurub", "un şurub", "şurub"],
  ["şurub", "un şurub", "şurub"],
  ["surub", "un şurub", "şurub"],
  ["șurub", "un surub", "surub"],
  ["şurub", "un surub", "surub"],
  ["țeavă", "teava fata", "teava"],
  ["ţeavă", "teava fata", "teava"],
  ["teava", "țeavă față", "țeavă"],
  ["teava", "ţeavă faţă", "ţeavă"],
  ["fata", "Disc frână față", "față"],
  ["față", "Disc frana fata", "fata"],
  ["faţă", "Disc frână față", "față"],
  ["frana", "Disc frână față", "frână"],
  ["frână", "Disc frana fata", "frana"],
  ["frina", "Disc frînă", "frînă"],
  ["inel", "Înel de etanșare", "Înel"],
  ["înel", "inel de etansare", "inel"],
  ["etansare", "Înel de etanșare", "etanșare"],
  ["placute", "Plăcuțe", "Plăcuțe"],
  ["plăcuţe", "placute", "placute"],
  ["PLĂCUȚE", "plăcuțe frână", "plăcuțe"],
  ["plăcuțe", "PLĂCUȚE FRÂNĂ", "PLĂCUȚE"],
  ["PLACUTE", "plăcuţe", "plăcuţe"],
  ["placute", "pla\u0306cut\u0326e", "pla\u0306cut\u0326e"],
  ["pla\u0306cut\u0326e", "plăcuțe", "plăcuțe"],
  ["pla\u0306cut\u0327e", "placute", "placute"],
  ["frana", "fra\u0302na\u0306", "fra\u0302na\u0306"],
  ["bună", "Bună ziua!", "Bună"],
  ["ziua", "Bună ziua!", "ziua"],
  ["skoda", "Škoda Octavia", "Škoda"],
  ["škoda", "SKODA OCTAVIA", "SKODA"],
  ["citroen", "Citroën C4", "Citroën"],
  ["citroën", "citroen c4", "citroen"],
  ["strasse", "Straße 12", "Straße"],
  ["straße", "STRASSE 12", "STRASSE"],
  ["muller", "Müller GmbH", "Müller"],
  ["lodz", "Łódź", "Łódź"],
  ["isik", "ışık", "ışık"],
  ["istanbul", "İSTANBUL", "İSTANBUL"],
  ["привет", "ПРИВЕТ всем", "ПРИВЕТ"],
  ["ｏｃｔａｖｉａ", "octavia", "octavia"],
  // Word beginnings match in any order, and all are required.
  ["octa", "Škoda Octavia", "Octa"],
  ["pop", "Ana Popescu", "Pop"],
  ["ana", "Ana Popescu", "Ana"],
  ["popescu ana", "Ana Popescu", "Ana", "Popescu"],
  ["ana pop", "Ana Popescu", "Ana", "Pop"],
  ["ana p", "Ana Popescu", "Ana", "P"],
  ["disc frana", "frână pe disc", "frână", "disc"],
  ["frana disc", "frână pe disc", "frână", "disc"],
  ["disc disc", "un disc", "disc"],
  ["disc", "disc, discuri", "disc"],
  ["disc", "Discuri și un disc.", "disc"],
  ["de la mine", "la mine de mâine", "la", "mine", "de"],
  ["x5 bmw", "BMW X5", "BMW", "X5"],
  ["ulei, filtru", "filtru de ulei", "filtru", "ulei"],
  ["ulei/filtru", "filtru de ulei", "filtru", "ulei"],
  ["soft\u00adhyphen", "softhyphen", "softhyphen"],
  ["softhyphen", "soft\u00adhyphen", "soft\u00adhyphen"],
  ["zero", "ze\u200bro", "ze\u200bro"],
  ["1K0615301AA", code, code],
  ["1k0615301aa", code, code],
  ["1K0 615 301 AA", code, code],
  ["1K0 615 301 AA", "1K0615301AA", "1K0615301AA"],
  ["1K0-615-301-AA", code, code],
  ["1K0.615.301.AA", code, code],
  ["1K0/615/301/AA", code, code],
  ["1K0_615_301", code, "1K0 615 301"],
  ["1K0 615 301 AA", "1K0-615-301-AA", "1K0-615-301-AA"],
  ["1K0 615 301 AA", "1K0.615.301.AA", "1K0.615.301.AA"],
  ["1K0 615 301 AA", "1K0/615/301/AA", "1K0/615/301/AA"],
  ["1K0 615 301 AA", "1K0 - 615 - 301 - AA", "1K0 - 615 - 301 - AA"],
  ["1K0 615 301 AA", "1K0\u00a0615\u00a0301\u00a0AA", "1K0\u00a0615\u00a0301\u00a0AA"],
  ["1K0 615 301 AA", "1K0–615–301–AA", "1K0–615–301–AA"],
  ["1K0 615 301 AA", "codul: 1K0 615 301 AA, două bucăți", code],
  ["615301", code, "615 301"],
  ["615 301", code, "615 301"],
  ["615-301", "1K0615301AA", "615301"],
  ["15301", code, "15 301"],
  ["301aa", code, "301 AA"],
  ["k0615", code, "K0 615"],
  ["615301", "cod 1K0615301AA", "615301"],
  ["GDB1763", "TRW GDB 1763", "GDB 1763"],
  ["GDB 1763", "TRW GDB1763", "GDB1763"],
  ["gdb-1763", "Plăcuțe GDB1763", "GDB1763"],
  ["1763", "GDB1763", "1763"],
  ["gdb", "GDB1763", "GDB"],
  ["trw gdb1763", "plăcuțe GDB1763 de la TRW", "GDB1763", "TRW"],
  ["0 986 479 098", "Bosch 0986479098", "0986479098"],
  ["0986479098", "Bosch 0 986 479 098", "0 986 479 098"],
  ["06J.115.403.Q", "06J 115 403 Q", "06J 115 403 Q"],
  ["A 204 421 10 12", "A2044211012", "A2044211012"],
  ["A2044211012", "A 204 421 10 12", "A 204 421 10 12"],
  ["vkba3549", "rulment SKF VKBA 3549", "VKBA 3549"],
  ["VKBA 3549", "rulment SKF VKBA3549", "VKBA3549"],
  ["vkba-3549", "rulment SKF VKBA.3549", "VKBA.3549"],
  ["vkmc06134", "VKMC 06134, kit", "VKMC 06134"],
  ["kmc0613", "VKMC 06134, kit", "KMC 0613"],
  ["kmc 0613", "VKMC 06134, kit", "KMC 0613"],
  ["abcde12345", "ABCDE 12345", "ABCDE 12345"],
  ["disc 615 301", "1K0 615-301, disc", "615-301", "disc"],
  ["disc 615 301", "disc 615 și 301", "disc", "615", "301"],
  ["1H0615301", "piesa 1H0\ufffe615\ufffe301 din catalog", "1H0\ufffe615\ufffe301"],
  ["1H0\ufffe615\ufffe301", "piesa 1H0 615 301", "1H0 615 301"],
  ["fra\u{1fffe}na", "frână", "frână"],
  ["2.0 TDI", "Octavia 2.0 TDI", "2.0 TDI"],
  ["20tdi", "Octavia 2.0 TDI", "2.0 TDI"],
  ["golf 7 1.9 tdi", "Golf 7, motor 1.9 TDI", "Golf", "7", "1", "9", "TDI"],
  ["10001", "Oferta 10001", "10001"],
  ["oferta 10001", "Oferta 10001", "Oferta 10001"],
  ["oferta.10001", "Oferta 10001", "Oferta 10001"],
  ["oferta 10001", "10001 e oferta", "10001", "oferta"],
  [vin, `VIN ${vin}`, vin],
  [vin.toLowerCase(), vin, vin],
  ["1234567", vin, "1234567"],
  ["TMB ZZZ 1Z8E1234567", vin, vin],
  ["B 123 ABC", "B123ABC", "B123ABC"],
  ["B123ABC", "B 123 ABC", "B 123 ABC"],
  ["b-123-abc", "B 123 ABC", "B 123 ABC"],
  ["cj 07 xyz", "CJ07XYZ", "CJ07XYZ"],
  ["CJ07XYZ", "mașina CJ.07.XYZ", "CJ.07.XYZ"],
  ['"disc frână"', "Disc frână față", "Disc frână"],
  ['"frana fata"', "Disc frână față", "frână față"],
  ["„disc frână”", "disc, frână", "disc, frână"],
  ["«disc frână» față", "față: disc frână", "față", "disc frână"],
  ['"615 301"', code, "615 301"],
  ['"disc"', "discuri", "disc"],
  ['"disc frana', "frână pe disc", "frână", "disc"],
  ['jante 15" aliaj', "Jante aliaj 15", "Jante", "aliaj", "15"],
  // Emoji do not belong to words, and letters outside the BMP match plain ones.
  ["disc", "👍🏽disc👍🏽", "disc"],
  ["disc", "👩‍🔧 disc 🇷🇴", "disc"],
  ["disc👍", "un disc", "disc"],
  ["frana", "🔧frână🔧", "frână"],
  ["abc", "𝐚𝐛𝐜", "𝐚𝐛𝐜"],
];

const misses: readonly (readonly [typed: string, text: string])[] = [
  ["GDBI763", "GDB1763"],
  ["GDB1763", "GDBI763"],
  ["1KO615301", code],
  ["1K0615301", "1KO 615 301 AA"],
  ["O986", "0986479098"],
  ["B1OABC", "B 10 ABC"],
  ["TMBZZZ1Z8E1234568", vin],
  ["TMBZZZIZ8E1234567", vin],
  ["TMBZZZ1Z8E123456", "TMBZZZ1Z8E12345"],
  ["615302", code],
  ["B123ABD", "B 123 ABC"],
  // Codes do not match across other separators, nor joined with long words.
  ["301500", "615 301, 500 lei"],
  ["615301", "615\n301"],
  ["615301", "615 și 301"],
  ["301motor", "301 motor"],
  ["motoare301", "motoare 301"],
  ["rana", "frână 280"],
  ["ina", "mașina 280"],
  // Word middles and missing words do not match; phrases need whole adjacent words.
  ["frînă", "frână"],
  ["rana", "frână"],
  ["ctavia", "Škoda Octavia"],
  ["ana ionescu", "Ana Popescu"],
  ["na", "Ana"],
  ['"frana disc"', "Disc frână față"],
  ['"disc fra"', "Disc frână față"],
  ['"disc fata"', "Disc frână față"],
  ["disc", ""],
  ["disc", "👍"],
  ["👍👍👍", "👍👍👍"],
  ["", "ceva"],
  ["---", "---"],
];

describe("matching", () => {
  test("[FIND-1a] the table has at least a hundred cases", () => {
    expect(finds.length + misses.length).toBeGreaterThanOrEqual(100);
  });

  test.each(finds)("[FIND-1a] %j finds %j", (typed, text, ...expected) => {
    expect(found(typed, text)).toEqual(expected);
  });

  test.each(misses)("[FIND-1a] %j does not find %j", (typed, text) => {
    expect(found(typed, text)).toBeNull();
  });

  test("[FIND-1a] words may match in different texts, each with its ranges", () => {
    const match = matchTexts(readQuery("ana golf"), ["Ana Popescu", "VW Golf", "Disc"]);
    expect(match).toEqual({ ranges: [[[0, 3]], [[3, 7]], []], rank: "whole" });
    expect(matchTexts(readQuery("ana golf"), ["Ana Popescu", "Disc"])).toBeNull();
  });

  test.each([
    ["disc", "un disc", "whole"],
    ["dis", "un disc", "beginning"],
    ["un dis", "un disc", "beginning"],
    [code, "1K0615301AA", "whole"],
    ["1K0 615", code, "whole"],
    ["1K0615301", "1K0615301AA", "beginning"],
    ["15301", code, "part"],
    ["15301", "un cod 15301", "whole"],
    ['"un disc"', "un disc", "whole"],
  ] as const)("[FIND-1a] %j in %j is found %s", (typed, text, rank) => {
    expect(matchText(readQuery(typed), text)?.rank).toBe(rank);
  });

  test.each([
    ["", 0],
    ["👍👍👍", 0],
    ['"!?"', 0],
    ["ab", 2],
    ["ăb!", 2],
    ["a b c", 3],
    ["ß1", 3],
    ["a\u0306b", 2],
  ])("[FIND-1a] %j has %i letters and digits", (typed, characters) => {
    expect(queryCharacters(readQuery(typed))).toBe(characters);
  });
});
