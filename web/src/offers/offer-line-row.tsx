import { useLocale, useTranslations } from "use-intl";
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

/** One part: its code to copy, its name, its price, and its delivery time. */
export function OfferLineRow({ offerNumber, line, currency }: OfferLineRowProps) {
  const t = useTranslations("offers");
  const locale = useLocale();
  const { ref, isMarked } = useAskedInOffer<HTMLLIElement>(offerNumber, { kind: "line", id: line.id });
  return (
    <li ref={ref} className={styles["line"]} data-status={line.status} data-marked={isMarked}>
      <span className={styles["code"]}>
        <span>{line.code}</span>
        <CopyCode code={line.code} kind="line" />
      </span>
      <span className={styles["state"]} data-status={line.status}>
        {t(`lineStatus.${line.status}`)}
      </span>
      <span className={styles["name"]}>
        <span className={styles["brand"]}>{line.brand}</span> {line.name}
      </span>
      <span className={styles["quiet"]}>
        {t("quantity", { count: line.quantity })} × {moneyLabel(line.unitPrice, currency, locale)}
      </span>
      <span className={`${styles["figure"]} ${styles["sum"]}`}>{moneyLabel(line.total, currency, locale)}</span>
      <span className={styles["quiet"]}>
        {line.stock > 0 ? t("inStock", { count: line.stock }) : t("onOrder")}, {delivery(line.deliveryDays)}
      </span>
    </li>
  );

  function delivery(days: number): string {
    return days === 0 ? t("deliveryToday") : t("delivery", { count: days });
  }
}
