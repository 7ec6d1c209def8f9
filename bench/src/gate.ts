export type Gate = {
  readonly title: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  readonly isFloor?: boolean;
};

/** NaN never passes. */
export function passes(gate: Gate): boolean {
  return gate.isFloor === true ? gate.value >= gate.limit : gate.value <= gate.limit;
}

export function gateLine(gate: Gate): string {
  const unit = gate.unit === "" ? "" : ` ${gate.unit}`;
  // Limits with more than two decimals get three.
  const digits = Number(gate.limit.toFixed(2)) === gate.limit ? 2 : 3;
  const limit = Number(gate.limit.toFixed(3));
  return `${passes(gate) ? "PASS" : "FAIL"} ${gate.title}: ${gate.value.toFixed(digits)}${unit} (${gate.isFloor === true ? "at least" : "at most"} ${limit}${unit})`;
}
