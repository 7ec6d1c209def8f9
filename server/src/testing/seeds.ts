import fc from "fast-check";

/** Options for a property test on a database: a share of the usual seeds (`tooling/seeds.ts`), since all of them would take minutes. */
export const seeds = (share: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 1) * share),
});
