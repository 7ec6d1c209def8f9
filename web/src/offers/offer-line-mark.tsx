import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import styles from "./offer-change.module.css";
import type { OfferLine } from "./offers-shape.ts";
import type { MarkTone } from "./use-offer-marks.ts";

/** What stood here before (OFF-8), beside what stands here now. */
export function Was({ children }: { readonly children: ReactNode }) {
  const t = useTranslations("offers.mark");
  return (
    <>
      <s className={styles["was"]}>
        <VisuallyHidden>{t("was")} </VisuallyHidden>
        {children}
      </s>{" "}
    </>
  );
}

export function NewTag() {
  const t = useTranslations("offers.mark");
  return <span className={styles["new"]}>{t("new")}</span>;
}

/** The parts that are no longer in the offer. */
export function RemovedLines({ lines, tone }: { readonly lines: readonly OfferLine[]; readonly tone: MarkTone }) {
  const t = useTranslations("offers.mark");
  if (lines.length === 0) return null;
  return (
    <p className={styles["removed"]} data-tone={tone}>
      {t("removed", { count: lines.length, codes: lines.map(({ code }) => code).join(", ") })}
    </p>
  );
}
