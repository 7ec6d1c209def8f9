import fc from "fast-check";

const digits = (min: number, max = min) => fc.stringMatching(new RegExp(`^\\d{${min},${max}}$`, "u"));
const capitals = (min: number, max = min) => fc.stringMatching(new RegExp(`^[A-Z]{${min},${max}}$`, "u"));
const groups = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
    .map((all) => all.filter((group) => group !== ""));

/** The groups of a part's code, as makers of parts and cars print them. */
const codeGroups = fc.oneof(
  groups(fc.constantFrom("VKBA", "VKMC", "VKJA"), digits(4, 5)), // SKF
  groups(digits(3), digits(4), digits(2)), // INA, LuK
  groups("0", digits(3), digits(3), digits(3)), // Bosch
  groups(fc.constantFrom("1K0", "06A", "8E0", "WHT"), digits(3), digits(3), capitals(0, 2)), // VAG
  groups(digits(4), digits(3), digits(3)), // Renault
  groups(digits(9), "R"), // Renault
  groups(digits(2), digits(4), digits(4), digits(1)), // ATE
  groups("NK", digits(6)), // NK
  groups("E", fc.stringMatching(/^\d{2,4}(?:H|LI|KP)$/u), fc.stringMatching(/^D\d{2,3}$/u)), // HENGST
  groups(capitals(1, 6), digits(2, 5), digits(0, 3), capitals(0, 3)),
);
const separators = ["", " ", "-", ".", "/", "_", "\u00a0", "\u2009", " - ", "\u2013", "\u2212"];

/** Groups with any of what people put between them, or nothing. */
const spaced = (code: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...separators), { minLength: code.length, maxLength: code.length })
    .map((gaps) => code.map((group, index) => (index === 0 ? group : `${gaps[index] ?? ""}${group}`)).join(""));

/** One code twice: as it was written, and as somebody else types it. */
export const twiceSpaced: fc.Arbitrary<readonly [written: string, typed: string]> = codeGroups.chain((code) =>
  fc.tuple(spaced(code), fc.oneof(spaced(code), spaced(code.map((group) => group.toLowerCase())))),
);
