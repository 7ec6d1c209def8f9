import { exactly, type Finding } from "../tabs/finding.ts";
import type { Decision, Received } from "./outside.ts";

const nameOf = ({ offer, line, version }: Decision): string => `${offer} ${line} ${version}`;

/** ERP-3: checks that the ERP received every acknowledged decision, once and in order within each offer. */
export function judgeDecisions(acknowledged: readonly Decision[], received: readonly Received[]): readonly Finding[] {
  const names = new Set(received.map(nameOf));
  const missing = acknowledged.filter((decision) => !names.has(nameOf(decision)));
  const disorder = [...Map.groupBy(received, ({ offer }) => offer).values()].flatMap((ofOffer) =>
    ofOffer.filter(({ version }, nth) => version < (ofOffer[nth - 1]?.version ?? 0)),
  );
  return [
    {
      what: "acknowledged decisions",
      measured: String(acknowledged.length),
      bound: "at least 1",
      holds: acknowledged.length > 0,
    },
    exactly("of these, not told to the ERP", missing.length, 0),
    exactly("decisions told under two ids", new Set(received.map(({ id }) => id)).size - names.size, 0),
    exactly("decisions told after a later one of their offer", disorder.length, 0),
  ];
}
