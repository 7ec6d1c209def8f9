import type { AuditEntry } from "@cuplaj/protocol/audit.ts";
import { useTranslations } from "use-intl";
import { useAppState } from "../state/app-context.ts";
import styles from "./administration.module.css";
import { useAuditDetail, useAuditKind } from "./audit-kinds.ts";
import type { AuditPerson } from "./administration-shape.ts";
import { useWhen } from "./use-when.ts";

/** One entry: what, who, about whom, when and from where; a name leads to all entries of that person. */
export function AuditRow({
  entry,
  onPerson,
}: {
  readonly entry: AuditEntry;
  readonly onPerson: (person: AuditPerson) => void;
}) {
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
          {person === null ? null : (
            <PersonLink person={{ id: person.id, name: person.name ?? t("erased") }} onPerson={onPerson} />
          )}
          {by !== "person" && ` ${t(`by.${by}`)}`}
          {about !== null && <About about={about} onPerson={onPerson} />}
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

function About({
  about: { type, id },
  onPerson,
}: {
  readonly about: NonNullable<AuditEntry["about"]>;
  readonly onPerson: (person: AuditPerson) => void;
}) {
  const t = useTranslations("administration.audit");
  const known = useAppState(({ named }) => (type === "participant" ? named[id]?.name : undefined));
  if (type === "offer") return ` · ${t("about", { name: t("offer", { number: String(id) }) })}`;
  if (type === "room") return ` · ${t("about", { name: t("room", { id: String(id) }) })}`;
  const name = known ?? t("somebody", { id: String(id) });
  return (
    <>
      {` · ${t("aboutPerson")} `}
      <PersonLink person={{ id, name }} onPerson={onPerson} />
    </>
  );
}

function PersonLink({
  person,
  onPerson,
}: {
  readonly person: AuditPerson;
  readonly onPerson: (person: AuditPerson) => void;
}) {
  const t = useTranslations("administration.audit");
  return (
    <button
      type="button"
      className={styles["link"]}
      title={t("only", { name: person.name })}
      onClick={() => onPerson(person)}
    >
      <bdi>{person.name}</bdi>
    </button>
  );
}
