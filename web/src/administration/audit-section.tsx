import type { AuditKind } from "@cuplaj/protocol/audit.ts";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { Blank } from "../design/notice.tsx";
import { parseTimestamp, timestampOf } from "../platform/clock.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./admin-screen.module.css";
import type { AuditPerson } from "./administration-shape.ts";
import { beginning } from "./administration-state.ts";
import { auditKinds, useAuditKind } from "./audit-kinds.ts";
import { AuditRow } from "./audit-row.tsx";
import { Choice } from "./choice.tsx";
import { Loaded } from "./loaded.tsx";

interface AuditSectionProps {
  readonly person: AuditPerson | null;
  readonly onPerson: (person: AuditPerson | null) => void;
}

/** Where a day begins on this device. */
const beginningOf = (day: string): string => timestampOf(parseTimestamp(`${day}T00:00:00`));

/** ADM-7: who did what, when and from where, the newest first, older on demand. */
export function AuditSection({ person, onPerson }: AuditSectionProps) {
  const t = useTranslations("administration.audit");
  const kindLabel = useAuditKind();
  const { administer, wantNames } = useCommands();
  const { phase, error, list, total, page } = useAppState(({ administration }) => (administration ?? beginning).audit);
  const [kind, setKind] = useState<AuditKind | "all">("all");
  const [day, setDay] = useState("");
  const question = useMemo(
    () => ({
      ...(person === null ? {} : { person: person.id }),
      ...(kind === "all" ? {} : { kind }),
      ...(day === "" ? {} : { since: beginningOf(day) }),
    }),
    [person, kind, day],
  );
  useEffect(() => administer({ type: "administration/audit-asked", question, page: 1 }), [administer, question]);
  useEffect(
    () => wantNames(list.flatMap(({ about }) => (about?.type === "participant" ? [about.id] : []))),
    [list, wantNames],
  );
  return (
    <>
      <div className={styles["bar"]}>
        <Choice
          label={t("kind")}
          value={kind}
          choices={[
            { value: "all", label: t("all") },
            ...auditKinds.map((value) => ({ value, label: kindLabel(value) })),
          ]}
          onChoose={setKind}
        />
        <Field label={t("since")} type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        {person && (
          <div className={styles["filter"]}>
            <span>{t("person", { name: person.name })}</span>
            <Button onClick={() => onPerson(null)}>{t("anyone")}</Button>
          </div>
        )}
      </div>
      <Loaded
        {...{ phase, error }}
        isBlank={list.length === 0}
        hasMore={list.length < total}
        onLoad={() => administer({ type: "administration/audit-asked", question, page: page + 1 })}
        none={<Blank title={t("none")} />}
      >
        <ul className={styles["rows"]}>
          {list.map((entry) => (
            <AuditRow key={entry.id} entry={entry} onPerson={onPerson} />
          ))}
        </ul>
      </Loaded>
    </>
  );
}
