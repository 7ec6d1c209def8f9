import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import styles from "./offer-change.module.css";

/** What stood here before (OFF-8), beside what stands here now; nothing where that is the same. */
export function Was({ children }: { readonly children: ReactNode }) {
  const t = useTranslations("offers.mark");
  if (children === undefined) return null;
  return (
    <>
      <s className={styles["was"]}>
        <VisuallyHidden>{t("was")} </VisuallyHidden>
        {children}
      </s>{" "}
    </>
  );
}

interface ValueProps {
  readonly is: string;
  /** The same in the version seen last; undefined where nothing is compared. */
  readonly was: string | undefined;
}

/** A value of the offer beside what it was. */
export const Value = ({ is, was = is }: ValueProps) => (
  <>
    {was !== "" && was !== is && (
      <Was>
        <bdi>{was}</bdi>
      </Was>
    )}
    <bdi>{is}</bdi>
    {was === "" && is !== "" && (
      <>
        {" "}
        <NewTag />
      </>
    )}
  </>
);

export function NewTag() {
  const t = useTranslations("offers.mark");
  return <span className={styles["new"]}>{t("new")}</span>;
}
