import { type ReactNode, useEffect } from "react";
import { useTranslations } from "use-intl";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { Loaded, useChange } from "../controls.tsx";
import { HoursForm } from "./hours-form.tsx";
import styles from "./hours.module.css";

/** HOURS-3: `now` shows the effect of the saved hours. */
export function HoursSection({ now }: { readonly now: ReactNode }) {
  const t = useTranslations("hoursForm");
  const dispatch = useDispatch();
  const { phase, error, value, edited } = useAppState(({ administration }) => administration.hours);
  useChange();
  const load = (): void => dispatch({ type: "administration/hours-asked" });
  useEffect(load, [dispatch]);
  return (
    <>
      <p className={styles["quiet"]}>{t("hint")}</p>
      <Loaded {...{ phase, error }} isBlank={value === null} onLoad={load} none={null}>
        {value && (
          <>
            <p>{now}</p>
            <HoursForm stored={value.hours} edited={edited} />
          </>
        )}
      </Loaded>
    </>
  );
}
