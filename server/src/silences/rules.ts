import { silencedPeopleMax } from "@cuplaj/protocol/limits.ts";

/** `ended` includes silences that never took effect; `full` means that the limit is reached. */
export type SilenceChange = "begun" | "ended" | "same" | "full";

/** SIL-1: decides whether a silence begins or ends; a null `wanted` toggles. Only silences in effect count. */
export function decideSilence(
  now: { readonly isSilenced: boolean; readonly total: number },
  wanted: boolean | null,
): SilenceChange {
  if (!(wanted ?? !now.isSilenced)) return "ended";
  if (now.isSilenced) return "same";
  return now.total < silencedPeopleMax ? "begun" : "full";
}
