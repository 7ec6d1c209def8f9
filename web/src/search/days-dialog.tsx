import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Field } from "../design/field.tsx";
import styles from "./search-filters.module.css";
import type { SearchPeriod } from "./search-shape.ts";

interface DaysDialogProps {
  readonly onChoose: (period: SearchPeriod) => void;
  readonly onClose: () => void;
}

/** Chooses the first and last day of what is searched, either or both. */
export function DaysDialog({ onChoose, onClose }: DaysDialogProps) {
  const t = useTranslations();
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const isTurned = from !== "" && until !== "" && from > until;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isTurned) return;
    if (from !== "" || until !== "") onChoose({ kind: "days", from: dayOrNull(from), until: dayOrNull(until) });
    onClose();
  }
  return (
    <Dialog title={t("search.days")} closeLabel={t("app.close")} onClose={onClose}>
      <form className={styles["days"]} onSubmit={submit}>
        <Field label={t("search.from")} type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
        <Field
          label={t("search.until")}
          type="date"
          value={until}
          error={isTurned ? t("search.turned") : undefined}
          onChange={(event) => setUntil(event.target.value)}
        />
        <Button type="submit" look="primary" isWide>
          {t("search.apply")}
        </Button>
      </form>
    </Dialog>
  );
}

const dayOrNull = (day: string): string | null => (day === "" ? null : day);
