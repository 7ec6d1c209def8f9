import { silencedPeopleMax } from "@cuplaj/protocol/limits.ts";

/** What a wish comes to: a silence begins or ends, also one that was never completed, is as it was, or there are too many. */
export type SilenceChange = "begun" | "ended" | "same" | "full";

/** SIL-1: `wanted` null asks for the other state than now; only completed silences count. */
export function decideSilence(
  now: { readonly isSilenced: boolean; readonly total: number },
  wanted: boolean | null,
): SilenceChange {
  if (!(wanted ?? !now.isSilenced)) return "ended";
  if (now.isSilenced) return "same";
  return now.total < silencedPeopleMax ? "begun" : "full";
}
