/**
 * RUN-2e: compares the rules that only the full run proves with the list of those that may be, each with a reason.
 * @param {ReadonlySet<string>} inGate ids that tests of the gate cite @param {ReadonlySet<string>} inFull ids that any test cites
 * @param {readonly string[]} listed
 */
export function problemsOfFullOnly(inGate, inFull, listed) {
  const expected = new Set(listed);
  const alone = [...inFull].filter((id) => !inGate.has(id));
  const file = "tooling/full-only-rules.mjs";
  return [
    ...alone
      .filter((id) => !expected.has(id))
      .map((id) => `${file}: ${id} is proven in the full run only; list it with its reason`),
    ...listed
      .filter((id) => !alone.includes(id))
      .map((id) => `${file}: ${id} is proven in the gate, or by no test; take it out`),
  ];
}
