import type { Refused } from "../../kernel/outcome.ts";

/** A refusal on its way through the library of tus, which knows errors alone. */
export class TusRefused extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}
