/** A figure that must not pass its limit; where `isFloor` is set, must not fall below it. */
export type Gate = {
  readonly title: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  readonly isFloor?: boolean;
};

/** Whether the figure keeps to its limit; a figure that is no number never passes. */
export function passes(gate: Gate): boolean {
  return gate.isFloor === true ? gate.value >= gate.limit : gate.value <= gate.limit;
}

/** One line: PASS or FAIL with the figure and the limit. */
export function gateLine(gate: Gate): string {
  const unit = gate.unit === "" ? "" : ` ${gate.unit}`;
  // A limit finer than a hundredth is told to the thousandth, and its figure too.
  const digits = Number(gate.limit.toFixed(2)) === gate.limit ? 2 : 3;
  const limit = Number(gate.limit.toFixed(3));
  return `${passes(gate) ? "PASS" : "FAIL"} ${gate.title}: ${gate.value.toFixed(digits)}${unit} (${gate.isFloor === true ? "at least" : "at most"} ${limit}${unit})`;
}
