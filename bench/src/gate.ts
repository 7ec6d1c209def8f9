export type Gate = {
  readonly title: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  readonly isFloor?: boolean;
};

/** Whether a figure is within its limit; NaN never is. */
export function passes(gate: Gate): boolean {
  return gate.isFloor === true ? gate.value >= gate.limit : gate.value <= gate.limit;
}

export function gateLine(gate: Gate): string {
  const unit = gate.unit === "" ? "" : ` ${gate.unit}`;
  // A limit with more than two decimals is shown with three.
  const digits = Number(gate.limit.toFixed(2)) === gate.limit ? 2 : 3;
  const limit = Number(gate.limit.toFixed(3));
  return `${passes(gate) ? "PASS" : "FAIL"} ${gate.title}: ${gate.value.toFixed(digits)}${unit} (${gate.isFloor === true ? "at least" : "at most"} ${limit}${unit})`;
}
