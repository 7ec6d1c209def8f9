import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import styles from "./offer-change.module.css";

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
