import { useEffect } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { sizeLabel } from "../language/file-words.ts";
import { regionOf } from "../language/time-label.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./administration.module.css";
import { Loaded, useWhen } from "./controls.tsx";

export function InstallationSection() {
  const t = useTranslations("administration.installation");
  const dispatch = useDispatch();
  const { phase, error, value } = useAppState(({ administration }) => administration.installation);
  const when = useWhen();
  const locale = useLocale();
  const load = (): void => dispatch({ type: "administration/installation-asked" });
  useEffect(load, [dispatch]);
  const number = (count: number): string => new Intl.NumberFormat(regionOf(locale)).format(count);
  return (
    <Loaded {...{ phase, error }} isBlank={value === null} onLoad={load} none={null}>
      {value && (
        <>
          <Facts
            title={t("health")}
            facts={[
              [t("database"), value.takes_writes ? t("up") : t("readOnly")],
              [t("bus"), value.bus === "up" ? t("up") : t("busAway")],
              [t("backup"), value.last_backup_at === null ? t("never") : when(value.last_backup_at)],
            ]}
          />
          <Facts
            title={t("sizes")}
            facts={[
              [t("databaseSize"), sizeLabel(value.database_bytes, locale)],
              [t("fileSize"), sizeLabel(value.file_bytes, locale)],
              [t("files"), number(value.files)],
              [t("messages"), number(value.messages)],
              [t("rooms"), number(value.rooms)],
              [t("accounts"), number(value.accounts)],
            ]}
          />
          <Facts
            title={t("versions")}
            facts={[
              [t("version"), value.version],
              [t("postgresql"), value.postgresql],
              [t("migration"), value.migration],
            ]}
          />
          <div>
            <Button onClick={load}>{t("again")}</Button>
          </div>
        </>
      )}
    </Loaded>
  );
}

interface FactsProps {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

function Facts({ title, facts }: FactsProps) {
  return (
    <section className={styles["facts"]}>
      <h2>{title}</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
