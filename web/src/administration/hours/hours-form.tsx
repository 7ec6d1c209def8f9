import { closuresMax, intervalsPerDayMax } from "@cuplaj/protocol/limits.ts";
import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import { isTimeZone } from "@cuplaj/protocol/quiet-hours.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import { Segments } from "../../design/segments.tsx";
import { weekdayLabel } from "../../language/time-label.ts";
import { parseTimestamp } from "../../platform/clock.ts";
import { useDispatch } from "../../state/app-context.ts";
import type { EditedHours } from "../administration-shape.ts";
import { ChangeOutcome } from "../change-outcome.tsx";
import { Submit, useAsking } from "../controls.tsx";
import {
  closuresProblem,
  dayProblem,
  editedOf,
  endTyped,
  isComplete,
  boxOf,
  type Range,
  type RangeProblem,
  tidied,
  typedEnd,
} from "./edited-hours.ts";
import styles from "./hours.module.css";
import { RangeFields } from "./range-fields.tsx";
import { TextFields, ZoneField } from "./zone-and-text.tsx";

interface HoursFormProps {
  readonly stored: OpeningHours | null;
  readonly edited: EditedHours | null;
}

/** The week from Monday on, on a day without a clock change. */
const weekStart = "2026-01-05T12:00:00";
const dayMs = 86_400_000;

export function HoursForm({ stored, edited }: HoursFormProps) {
  const t = useTranslations("hoursForm");
  const dispatch = useDispatch();
  const { ask, isBusy } = useAsking();
  /** Submissions in a row of incomplete hours. */
  const [refusals, setRefusals] = useState(0);
  const shown = edited ?? editedOf(stored);
  const { isAlwaysOpen, hours } = shown;
  const { form, focusInvalid } = useInvalidFocus();

  function edit(next: EditedHours | null): void {
    focusInvalid(false);
    dispatch({ type: "administration/hours-edited", edited: next });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isValid = isAlwaysOpen || isComplete(hours);
    setRefusals(isValid ? 0 : refusals + 1);
    if (isValid && !isBusy("hours")) {
      const next = { isAlwaysOpen, hours: tidied(hours) };
      edit(next);
      ask({ kind: "hours", hours: isAlwaysOpen ? null : next.hours, edited: next });
    }
    focusInvalid(true);
  }

  return (
    <form ref={form} className={styles["form"]} onSubmit={submit} noValidate>
      <Segments
        label={t("when")}
        value={isAlwaysOpen ? "always" : "byHours"}
        segments={(["always", "byHours"] as const).map((value) => ({ value, label: t(value) }))}
        onChoose={(value) => edit({ hours, isAlwaysOpen: value === "always" })}
      />
      {!isAlwaysOpen && (
        <HoursFields
          hours={hours}
          isChecked={refusals > 0}
          onChange={(more) => edit({ isAlwaysOpen, hours: { ...hours, ...more } })}
        />
      )}
      <div className={styles["actions"]}>
        <Submit kind="hours" look="primary">
          {t("save")}
        </Submit>
        {edited && !isBusy("hours") && (
          <>
            <Button onClick={() => edit(null)}>{t("discard")}</Button>
            <span className={styles["quiet"]}>{t("unsaved")}</span>
          </>
        )}
      </div>
      <ChangeOutcome />
    </form>
  );
}

/** Moves the focus to the first invalid field as soon as there is one, if that is wanted: after a submission, until something is edited. */
function useInvalidFocus() {
  const form = useRef<HTMLFormElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (!isWanted.current || !invalid) return;
    isWanted.current = false;
    invalid.focus();
  });
  return {
    form,
    focusInvalid: (is: boolean): void => {
      isWanted.current = is;
    },
  };
}

interface FieldsProps {
  readonly hours: OpeningHours;
  readonly isChecked: boolean;
  readonly onChange: (more: Partial<OpeningHours>) => void;
}

function HoursFields({ hours, isChecked, onChange }: FieldsProps) {
  const t = useTranslations("hoursForm");
  const isRefused = useRefusedBoxes();
  const wordsOf = (box: string, problem: RangeProblem | null): string | undefined => {
    if (isChecked && problem !== null) return t(`problem.${problem}`);
    return isRefused(box) ? t("problem.refused") : undefined;
  };
  const { week, closures, time_zone: zone, text } = hours;
  return (
    <>
      <WeekFields
        week={week}
        errorOf={(day) => wordsOf(`week.${day}`, dayProblem(week[day] ?? []))}
        onChange={(next) => onChange({ week: next })}
      />
      <RangeFields
        kind="closure"
        legend={t("closures")}
        ranges={closures}
        rangesMax={closuresMax}
        error={wordsOf("closures", closuresProblem(closures))}
        onChange={(next) => onChange({ closures: [...next] })}
      />
      <ZoneField
        zone={zone}
        isWrong={(isChecked && !isTimeZone(zone)) || isRefused("time_zone")}
        onChange={(next) => onChange({ time_zone: next })}
      />
      <TextFields text={text} isRefused={isRefused("text")} onChange={(next) => onChange({ text: next })} />
    </>
  );
}

/** Whether the server refused what the form shows in a box, until that is edited. */
function useRefusedBoxes(): (box: string) => boolean {
  const { change } = useAsking();
  const fields = change?.asked.kind === "hours" ? Object.keys(change.error?.fieldErrors ?? {}) : [];
  return (box) => fields.some((field) => boxOf(field) === box);
}

type Week = OpeningHours["week"];

interface WeekFieldsProps {
  readonly week: Week;
  readonly errorOf: (day: number) => string | undefined;
  readonly onChange: (week: Week) => void;
}

function WeekFields({ week, errorOf, onChange }: WeekFieldsProps) {
  const t = useTranslations("hoursForm");
  const locale = useLocale();
  const typed = (ranges: readonly Range[]): Range[] => ranges.map(({ from, to }) => ({ from, to: typedEnd(to) }));
  const saved = (ranges: readonly Range[]): Range[] => ranges.map(({ from, to }) => ({ from, to: endTyped(to) }));
  const monday = week[0] ?? [];
  return (
    <>
      <div className={styles["week"]}>
        {week.map((intervals, day) => (
          <RangeFields
            // oxlint-disable-next-line react/no-array-index-key -- a week's days never change their order
            key={day}
            kind="interval"
            legend={weekdayLabel(parseTimestamp(weekStart) + day * dayMs, locale)}
            ranges={typed(intervals)}
            rangesMax={intervalsPerDayMax}
            error={errorOf(day)}
            onChange={(next) => onChange(week.with(day, saved(next)))}
          >
            {day === 0 && (
              <Button look="link" onClick={() => onChange(week.map((each, at) => (at < 5 ? monday : each)))}>
                {t("copy")}
              </Button>
            )}
          </RangeFields>
        ))}
      </div>
      <p className={styles["quiet"]}>{t("midnight")}</p>
    </>
  );
}
