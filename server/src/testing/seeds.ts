import fc from "fast-check";

/** The options of a property on a database: this share of the seeds that every property tries (`tooling/seeds.ts`), where all of them would take more than some minutes. */
export const seeds = (share: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 1) * share),
});
