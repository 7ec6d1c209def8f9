import type { Refused } from "../../kernel/outcome.ts";

/** Carries a refusal through the tus library, which passes on only errors. */
export class TusRefused extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}
