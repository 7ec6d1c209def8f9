import type { ComponentPropsWithRef } from "react";
import { useTranslations } from "use-intl";
import { Avatar } from "../design/person-mark.tsx";
import { me } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./header.module.css";

export function MenuButton(props: ComponentPropsWithRef<"button">) {
  const t = useTranslations("nav");
  const self = useAppState(me);
  const label = t("account", { name: self?.name ?? "" });
  return (
    <button {...props} type="button" className={styles["me"]} aria-label={label} title={label}>
      <Avatar name={self?.name ?? ""} kind={self?.kind ?? "customer"} />
    </button>
  );
}
