import { useLocale } from "use-intl";
import { momentLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";

/** A moment (ISO 8601) in the words of the page's language. */
export function useWhen(): (moment: string) => string {
  const locale = useLocale();
  return (moment) => momentLabel(parseTimestamp(moment), locale);
}
