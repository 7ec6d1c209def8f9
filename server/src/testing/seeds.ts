import fc from "fast-check";

/** Options for a property on a database: a share of the seeds that others try (`tooling/seeds.ts`), since all would take minutes. */
export const seeds = (share: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 1) * share),
});
