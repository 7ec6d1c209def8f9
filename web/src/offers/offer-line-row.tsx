import { Check, Copy } from "lucide-react";
import { useLocale, useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import { copyText } from "../platform/page.ts";
import { useMoment } from "../platform/use-moment.ts";
import type { OfferLine } from "./offers-shape.ts";
import { useCommands } from "../state/app-context.ts";
import { moneyLabel } from "./money-label.ts";
import styles from "./offer-pane.module.css";

/** How long a copied code shows a check, ms. */
const copiedMs = 1200;

interface OfferLineRowProps {
  readonly line: OfferLine;
  readonly currency: string;
}

/** One part: its code to copy, its name, its price, and its delivery time. */
export function OfferLineRow({ line, currency }: OfferLineRowProps) {
  const t = useTranslations("offers");
  const locale = useLocale();
  return (
    <li className={styles["line"]} data-status={line.status}>
      <span className={styles["code"]}>
        <span>{line.code}</span>
        <CopyCode code={line.code} />
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

/** Shown where it was pressed: a check for a moment, which screen readers announce (OFF-4). */
function CopyCode({ code }: { readonly code: string }) {
  const t = useTranslations("offers");
  const { raiseAlert } = useCommands();
  const [isCopied, showCopied] = useMoment(copiedMs);
  async function copy() {
    if (await copyText(code)) showCopied();
    else raiseAlert("danger", { kind: "text", text: t("copyFailed") });
  }
  return (
    <>
      <IconButton label={t("copy", { code })} tip={t("copyTip")} tipSide="right" isSmall onClick={copy}>
        {isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
      </IconButton>
      <VisuallyHidden role="status">{isCopied && t("copied", { code })}</VisuallyHidden>
    </>
  );
}
