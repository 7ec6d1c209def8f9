import { useLocale, useTranslations } from "use-intl";
import { Marked } from "../found/marked.tsx";
import { useFoundInLine } from "../found/use-found.ts";
import { CopyCode } from "./copy-code.tsx";
import type { OfferLine } from "./offers-shape.ts";
import { moneyLabel } from "./money-label.ts";
import styles from "./offer-pane.module.css";
import { useAskedInOffer } from "./use-asked-in-offer.ts";

interface OfferLineRowProps {
  readonly offerNumber: number;
  readonly line: OfferLine;
  readonly currency: string;
}

/** The language in which offers are written, whatever the page's. */
const wordsOfOffers = "ro";

/** One part: its code to copy, its name, its price, and its delivery time. */
export function OfferLineRow({ offerNumber, line, currency }: OfferLineRowProps) {
  const t = useTranslations("offers");
  const locale = useLocale();
  const { ref, isMarked } = useAskedInOffer<HTMLLIElement>(offerNumber, { kind: "line", id: line.id });
  const found = useFoundInLine(line.id, `${line.code} ${line.brand} ${line.name}`);
  return (
    <li ref={ref} className={styles["line"]} data-status={line.status} data-marked={isMarked}>
      <span className={styles["code"]}>
        <span>
          <Marked text={line.code} ranges={found} />
        </span>
        <CopyCode code={line.code} kind="line" />
      </span>
      <span className={styles["state"]} data-status={line.status}>
        {t(`lineStatus.${line.status}`)}
      </span>
      <span className={styles["name"]} lang={wordsOfOffers}>
        <span className={styles["brand"]}>
          <Marked text={line.brand} from={line.code.length + 1} ranges={found} />
        </span>{" "}
        <Marked text={line.name} from={line.code.length + line.brand.length + 2} ranges={found} />
      </span>
      <span className={styles["quiet"]}>
        {t("quantity", { count: line.quantity })} × {moneyLabel(line.unitPrice, currency, locale)}
      </span>
      <span className={`${styles["figure"]} ${styles["sum"]}`}>{moneyLabel(line.total, currency, locale)}</span>
      <span className={styles["stock"]} data-here={line.stock > 0}>
        {line.stock > 0 ? t("inStock", { count: line.stock }) : t("onOrder")}, {delivery(line.deliveryDays)}
      </span>
    </li>
  );

  function delivery(days: number): string {
    return days === 0 ? t("deliveryToday") : t("delivery", { count: days });
  }
}
