import type { AuditKind } from "@cuplaj/protocol/audit.ts";
import { usernameCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { Blank } from "../design/notice.tsx";
import { parseTimestamp, timestampOf } from "../platform/clock.ts";
import { useThrottled } from "../platform/input/use-throttled.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./administration.module.css";
import type { AuditPerson, AuditQuestion } from "./administration-shape.ts";
import { beginning } from "./administration-state.ts";
import { auditKinds, useAuditKind } from "./audit-kinds.ts";
import { AuditRow } from "./audit-row.tsx";
import { Choice } from "./choice.tsx";
import { Loaded } from "./loaded.tsx";

interface AuditSectionProps {
  readonly person: AuditPerson | null;
  readonly onPerson: (person: AuditPerson | null) => void;
}

/** From where a day begins on this device; a year that is still being typed is none. */
const since = (day: string): Pick<AuditQuestion, "since"> =>
  /^2\d{3}-/u.test(day) ? { since: timestampOf(parseTimestamp(`${day}T00:00:00`)) } : {};

/** Between two searches while somebody types, ms. */
const searchEveryMs = 300;

/** ADM-7: who did what, when and from where, the newest first, older on demand. */
export function AuditSection({ person, onPerson }: AuditSectionProps) {
  const t = useTranslations("administration.audit");
  const kindLabel = useAuditKind();
  const { administer, wantNames } = useCommands();
  const { phase, error, list, total, page } = useAppState(({ administration }) => (administration ?? beginning).audit);
  const [kind, setKind] = useState<AuditKind | "all">("all");
  const [day, setDay] = useState("");
  const [typed, setTyped] = useState("");
  const username = useThrottled(typed, searchEveryMs).trim();
  const question = useMemo(
    () => ({
      ...(person === null ? (username === "" ? {} : { username }) : { person: person.id }),
      ...(kind === "all" ? {} : { kind }),
      ...since(day),
    }),
    [person, username, kind, day],
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
        <PersonFilter {...{ person, onPerson, typed }} onType={setTyped} />
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

interface PersonFilterProps extends AuditSectionProps {
  /** A user name, or what there is of it. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Whose entries show: by user name, or whoever was pressed. */
function PersonFilter({ person, onPerson, typed, onType }: PersonFilterProps) {
  const t = useTranslations("administration.audit");
  if (person !== null)
    return (
      <div className={styles["filter"]}>
        <span>{t("person", { name: person.name })}</span>
        <Button onClick={() => onPerson(null)}>{t("anyone")}</Button>
      </div>
    );
  return (
    <Field
      label={t("username")}
      type="search"
      maxLength={usernameCharactersMax}
      autoCapitalize="none"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
