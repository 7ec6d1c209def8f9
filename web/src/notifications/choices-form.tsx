import type { NotificationChoices } from "@cuplaj/protocol/participant.ts";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { Segments } from "../design/segments.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";
import sections from "../design/section.module.css";
import { ErrorText } from "../design/error-text.tsx";
import styles from "./notifications-dialog.module.css";

const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Quiet = NonNullable<NotificationChoices["quiet"]>;

const usual: NotificationChoices = { privacy: "what", quiet: null };
const night = { from: "21:00", to: "07:00" } as const;

const privacies = ["what", "who", "nothing"] as const;

/** NOTE-2: these choices apply to all of the person's devices. */
export function ChoicesForm() {
  const t = useTranslations("notificationsDialog");
  const saved = useAppState((state) => me(state)?.notifications) ?? usual;
  const { saving, saveError } = useAppState(({ notifications }) => notifications);
  const dispatch = useDispatch();
  const choices = saving ?? saved;
  const { privacy, quiet } = choices;
  const chooseQuiet = (next: Quiet | null) =>
    dispatch({ type: "notifications/choices-asked", choices: { ...choices, quiet: next } });
  return (
    <>
      <section className={sections["section"]}>
        <h3>{t("privacy")}</h3>
        <Segments
          label={t("privacy")}
          value={privacy}
          segments={privacies.map((value) => ({ value, label: t(`privacies.${value}`) }))}
          onChoose={(value) =>
            dispatch({ type: "notifications/choices-asked", choices: { ...choices, privacy: value } })
          }
        />
        <p className={sections["note"]}>{t("everywhere")}</p>
      </section>
      <section className={sections["section"]}>
        <h3>{t("quiet")}</h3>
        <YesNo
          label={t("quiet")}
          isOn={quiet !== null}
          onChoose={(isOn) => chooseQuiet(isOn ? { ...night, time_zone: ownTimeZone() } : null)}
        />
        {quiet && <Hours quiet={quiet} saved={saved.quiet} onChoose={chooseQuiet} />}
        <p className={sections["note"]}>{t("quietHint")}</p>
      </section>
      {saveError && (
        <FailureNotice>
          <ErrorText error={saveError} />
        </FailureNotice>
      )}
    </>
  );
}

interface YesNoProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChoose: (isOn: boolean) => void;
}

export function YesNo({ label, isOn, onChoose }: YesNoProps) {
  const t = useTranslations("notificationsDialog");
  return (
    <Segments
      label={label}
      value={isOn ? "yes" : "no"}
      segments={(["yes", "no"] as const).map((value) => ({ value, label: t(value) }))}
      onChoose={(value) => onChoose(value === "yes")}
    />
  );
}

interface HoursProps {
  readonly quiet: Quiet;
  readonly saved: Quiet | null;
  readonly onChoose: (quiet: Quiet) => void;
}

function useEditedHours(saved: Quiet | null) {
  const [edited, setEdited] = useState<Pick<Quiet, "from" | "to"> | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  if (edited && edited.from === saved?.from && edited.to === saved.to) {
    setEdited(null);
    setIsSaved(true);
  }
  const edit = (hours: Pick<Quiet, "from" | "to">): void => {
    setEdited(hours);
    setIsSaved(false);
  };
  return { edited, isSaved, edit };
}

/** The quiet hours, saved in this device's time zone. */
function Hours({ quiet, saved, onChoose }: HoursProps) {
  const t = useTranslations("notificationsDialog");
  const { edited, isSaved, edit } = useEditedHours(saved);
  const hours = edited ?? quiet;
  const { from, to } = hours;
  const isSame = from === to;
  const isChanged = from !== quiet.from || to !== quiet.to;
  return (
    <form
      className={styles["hours"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (from === "" || to === "" || isSame) return;
        event.currentTarget.querySelector("input")?.focus();
        onChoose({ from, to, time_zone: ownTimeZone() });
      }}
    >
      {(["from", "to"] as const).map((name) => (
        <Field
          key={name}
          label={t(name)}
          type="time"
          required
          value={hours[name]}
          error={name === "to" && isSame ? t("sameTimes") : undefined}
          onChange={({ target }) => edit({ from, to, [name]: target.value })}
        />
      ))}
      <p className={styles["zone"]}>{t("zone", { zone: quiet.time_zone.replaceAll("_", " ") })}</p>
      {isChanged && <Button type="submit">{t("save")}</Button>}
      <p className={sections["note"]} role="status">
        {isSaved && t("saved")}
      </p>
    </form>
  );
}
