import { Copy } from "lucide-react";
import { useLocale, useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { copyText } from "../platform/page.ts";
import type { OfferLine } from "./offers-shape.ts";
import { useCommands } from "../state/use-chat.ts";
import { moneyLabel } from "./money-label.ts";
import styles from "./offer-pane.module.css";

interface OfferLineRowProps {
  readonly line: OfferLine;
  readonly currency: string;
}

/** One part: its code to copy, what it is, what it costs, and when it can be here. */
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

function CopyCode({ code }: { readonly code: string }) {
  const t = useTranslations("offers");
  const { raiseAlert } = useCommands();
  async function copy() {
    const isCopied = await copyText(code);
    if (isCopied) raiseAlert("success", { kind: "key", key: "alerts.copied" });
    else raiseAlert("danger", { kind: "text", text: t("copyFailed") });
  }
  return (
    <IconButton label={t("copy", { code })} tip={t("copyTip")} tipSide="right" isSmall onClick={copy}>
      <Copy size={14} aria-hidden="true" />
    </IconButton>
  );
}
