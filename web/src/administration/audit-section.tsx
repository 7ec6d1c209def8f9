import type { AuditEntry, AuditKind } from "@cuplaj/protocol/audit.ts";
import { usernameCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { Blank } from "../design/notice.tsx";
import { parseTimestamp, timestampOf } from "../platform/clock.ts";
import { useThrottled } from "../platform/input/use-throttled.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./administration.module.css";
import type { AuditPerson } from "./administration-shape.ts";
import { auditKinds, useAuditDetail, useAuditKind } from "./audit-kinds.ts";
import { Choice, Loaded, useWhen } from "./controls.tsx";

interface AuditSectionProps {
  readonly person: AuditPerson | null;
  readonly onPerson: (person: AuditPerson | null) => void;
}

const searchEveryMs = 300;

export function AuditSection({ person, onPerson }: AuditSectionProps) {
  const t = useTranslations("administration.audit");
  const kindLabel = useAuditKind();
  const dispatch = useDispatch();
  const { phase, error, list, total, page } = useAppState(({ administration }) => administration.audit);
  const [kind, setKind] = useState<AuditKind | "all">("all");
  const [day, setDay] = useState("");
  const [typed, setTyped] = useState("");
  const username = useThrottled(typed, searchEveryMs).trim();
  const question = useMemo(
    () => ({
      ...(person === null ? username !== "" && { username } : { person: person.id }),
      ...(kind !== "all" && { kind }),
      // The day starts at midnight in this device's time zone. A year that is still being typed is ignored.
      ...(/^2\d{3}-/u.test(day) && { since: timestampOf(parseTimestamp(`${day}T00:00:00`)) }),
    }),
    [person, username, kind, day],
  );
  useEffect(() => dispatch({ type: "administration/audit-asked", question, page: 1 }), [dispatch, question]);
  useEffect(() => dispatch({ type: "people/names-wanted", ids: list.flatMap(peopleIn) }), [list, dispatch]);
  return (
    <>
      <div className={styles["bar"]}>
        <Choice
          label={t("kind")}
          value={kind}
          values={["all", ...auditKinds]}
          labelOf={(value) => (value === "all" ? t("all") : kindLabel(value))}
          onChoose={setKind}
        />
        <Field label={t("since")} type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        {person === null ? (
          <UsernameField typed={typed} onType={setTyped} />
        ) : (
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
        onLoad={() => dispatch({ type: "administration/audit-asked", question, page: page + 1 })}
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

const peopleIn = ({ about }: AuditEntry): readonly number[] => (about?.type === "participant" ? [about.id] : []);

function UsernameField({ typed, onType }: { readonly typed: string; readonly onType: (typed: string) => void }) {
  const t = useTranslations("administration.audit");
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

type OnPerson = (person: AuditPerson) => void;

function AuditRow({ entry, onPerson }: { readonly entry: AuditEntry; readonly onPerson: OnPerson }) {
  const t = useTranslations("administration.audit");
  const kindLabel = useAuditKind();
  const detail = useAuditDetail()(entry);
  const when = useWhen();
  const { kind, by, person, about, address, times, created_at: at } = entry;
  return (
    <li className={styles["entry"]}>
      <div className={styles["who"]}>
        <strong>
          {kindLabel(kind)}
          {detail !== null && <span className={styles["detail"]}> {detail}</span>}
        </strong>
        <p className={styles["quiet"]}>
          {person && <PersonLink id={person.id} name={person.name ?? t("erased")} onPerson={onPerson} />}
          {by !== "person" && ` ${t(`by.${by}`)}`}
          {about && <About {...about} onPerson={onPerson} />}
          {address !== null && ` · ${t("from", { address })}`}
          {times > 1 && ` · ${t("times", { times: String(times) })}`}
        </p>
      </div>
      <time className={styles["quiet"]} dateTime={at}>
        {when(at)}
      </time>
    </li>
  );
}

type AboutProps = NonNullable<AuditEntry["about"]> & { readonly onPerson: OnPerson };

function About({ type, id, onPerson }: AboutProps) {
  const t = useTranslations("administration.audit");
  const known = useAppState(({ named }) => named[id]?.name);
  if (type === "offer") return ` · ${t("about", { name: t("offer", { number: String(id) }) })}`;
  if (type === "room") return ` · ${t("about", { name: t("room", { id: String(id) }) })}`;
  return (
    <>
      {` · ${t("aboutPerson")} `}
      <PersonLink id={id} name={known ?? t("somebody", { id: String(id) })} onPerson={onPerson} />
    </>
  );
}

function PersonLink({ id, name, onPerson }: AuditPerson & { readonly onPerson: OnPerson }) {
  const t = useTranslations("administration.audit");
  return (
    <button type="button" className={styles["link"]} title={t("only", { name })} onClick={() => onPerson({ id, name })}>
      <bdi>{name}</bdi>
    </button>
  );
}
