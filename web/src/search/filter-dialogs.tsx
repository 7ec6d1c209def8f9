import { matchTexts, readQuery } from "@cuplaj/protocol/search-text.ts";
import { useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../design/dialog.tsx";
import { Field } from "../design/field.tsx";
import { Avatar } from "../design/person-mark.tsx";
import type { Participant } from "../state/entities.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./search-filters.module.css";
import { Button } from "../design/button.tsx";
import type { SearchPeriod } from "../state/search/search-shape.ts";

const peopleMax = 30;

interface ChoosingProps<Chosen> {
  readonly onChoose: (chosen: Chosen) => void;
  readonly onClose: () => void;
}

export function AuthorDialog({ onChoose, onClose }: ChoosingProps<Participant>) {
  const t = useTranslations();
  const [wanted, setWanted] = useState("");
  const [everybody] = useState(createEverybody);
  const people = useAppState(everybody);
  const query = readQuery(wanted);
  const shown = people.filter(({ name }) => query.clauses.length === 0 || matchTexts(query, [name]) !== null);
  return (
    <Dialog title={t("search.by")} closeLabel={t("app.close")} onClose={onClose}>
      <Field
        label={t("search.findPerson")}
        type="search"
        autoComplete="off"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <ul className={styles["people"]}>
        {shown.slice(0, peopleMax).map((person) => (
          <li key={ownerKey(person)}>
            <button
              type="button"
              className={styles["person"]}
              onClick={() => {
                onChoose(person);
                onClose();
              }}
            >
              <Avatar name={person.name} kind={person.kind} />
              <bdi>{person.name}</bdi>
              <span className={styles["kind"]}>{t(`kind.${person.kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p role="status">{t("people.none")}</p>}
    </Dialog>
  );
}

function createEverybody(): (state: AppState) => readonly Participant[] {
  let people: readonly Participant[] | null = null;
  return (state) => (people ??= everybodyOf(state));
}

function everybodyOf(state: AppState): readonly Participant[] {
  const found = state.searchResults?.rooms ?? [];
  const known = [
    me(state),
    ...found.flatMap(({ hits, room }) => [...hits.map(({ author }) => author), ...room.members]),
    ...Object.values(state.rooms.byId).flatMap(({ members }) => members),
  ];
  const byKey = new Map(known.flatMap((person) => (person === null ? [] : [[ownerKey(person), person]])));
  return [...byKey.values()]
    .map(({ id, name, kind }) => ({ id, name, kind }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "ro") || a.id - b.id);
}

export function DaysDialog({ onChoose, onClose }: ChoosingProps<SearchPeriod>) {
  const t = useTranslations();
  const [from, setFrom] = useState("");
  const [until, setUntil] = useState("");
  const isTurned = from !== "" && until !== "" && from > until;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isTurned) return;
    if (from !== "" || until !== "") onChoose({ kind: "days", from: from || null, until: until || null });
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
