import { openingTextCharactersMax } from "@cuplaj/protocol/limits.ts";
import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../design/field.tsx";
import styles from "./hours.module.css";

interface ZoneFieldProps {
  readonly zone: string;
  readonly isWrong: boolean;
  readonly onChange: (zone: string) => void;
}

const zones = Intl.supportedValuesOf("timeZone");

export function ZoneField({ zone, isWrong, onChange }: ZoneFieldProps) {
  const t = useTranslations("hoursForm");
  const listId = useId();
  return (
    <div className={styles["zone"]}>
      <Field
        label={t("zone")}
        error={isWrong ? t("zoneWrong") : undefined}
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={zone}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {zones.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </div>
  );
}

type OpeningText = OpeningHours["text"];

interface TextFieldsProps {
  readonly text: OpeningText;
  readonly isRefused: boolean;
  readonly onChange: (text: OpeningText) => void;
}

export function TextFields({ text, isRefused, onChange }: TextFieldsProps) {
  const t = useTranslations("hoursForm");
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <fieldset className={styles["ranges"]}>
      <legend>{t("text")}</legend>
      {(["ro", "en"] as const).map((language) => (
        <div key={language} className={styles["text"]}>
          <label htmlFor={`${id}-${language}`}>{t(language)}</label>
          <textarea
            id={`${id}-${language}`}
            rows={2}
            lang={language}
            maxLength={openingTextCharactersMax}
            aria-invalid={isRefused}
            aria-describedby={hintId}
            value={text[language]}
            onChange={({ target }) => onChange({ ...text, [language]: target.value })}
          />
        </div>
      ))}
      <p id={hintId} className={styles[isRefused ? "error" : "quiet"]}>
        {t(isRefused ? "problem.refused" : "textHint")}
      </p>
    </fieldset>
  );
}
