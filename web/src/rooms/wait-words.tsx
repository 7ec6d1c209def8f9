import { useTranslations } from "use-intl";
import { parseTimestamp } from "../platform/clock.ts";
import { useMinute } from "../platform/use-minute.ts";
import { waited } from "./waiting.ts";

/** Since when a customer waits, in words: "așteaptă de 14 min". */
export function WaitWords({ since }: { readonly since: string }) {
  const t = useTranslations("rooms");
  const { unit, count } = waited(parseTimestamp(since), useMinute());
  switch (unit) {
    case "now":
      return t("waits.now");
    case "minutes":
      return t("waits.minutes", { count: String(count) });
    case "hours":
      return t("waits.hours", { count: String(count) });
    case "days":
      return t("waits.days", { count });
  }
}
