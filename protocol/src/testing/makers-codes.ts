type Dice = (below: number) => number;

/** Code formats of makers: `A` is any letter, `0` any digit, text between bars is literal. */
const makers: readonly string[] = [
  ...["|VKBA| 0000", "|VKMC| 00000", "|VKJA| 0000"], // SKF
  "000 0000 00", // INA, LuK
  "|0| 000 000 000", // Bosch
  ...["|1K0| 000 000 AA", "|06A| 000 000 A", "|8E0| 000 000", "|WHT| 000 000"], // VAG
  ...["0000 000 000", "000000000 |R|"], // Renault
  "00 0000 0000 0", // ATE
  "|NK| 000000", // NK
  ...["|E| 000|H| |D|000", "|E| 0000|LI|"], // HENGST
  ...["A 000 00", "AA 0000 A", "AAA 0000", "AAAA 000 AA", "AAAAA 00000", "AAAAAA 00 AAA"],
];
const separators = ["", " ", "-", ".", "/", "_", "\u00a0", "\u2009", " - ", "\u2013", "\u2212"];

/** Returns one code spelled in two ways: as written, and as somebody else types it. */
export function twiceSpaced(dice: Dice): readonly [written: string, typed: string] {
  const pick = <T extends string>(from: readonly T[] | T): string => from[dice(from.length)] ?? "";
  const groups = pick(makers).split(" ").map(filled);
  const spaced = (): string => groups.reduce((code, group) => code + pick(separators) + group);
  const [written, typed] = [spaced(), spaced()];
  return [written, dice(2) === 0 ? typed : typed.toLowerCase()];

  function filled(form: string): string {
    const parts = form.split("|");
    return parts
      .map((part, index) =>
        index % 2 === 1
          ? part
          : part.replaceAll("A", () => pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ")).replaceAll("0", () => pick("0123456789")),
      )
      .join("");
  }
}
