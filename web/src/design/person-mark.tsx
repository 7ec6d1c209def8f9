import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { classNames } from "./class-names.ts";
import { initials } from "./initials.ts";
import styles from "./person-mark.module.css";

/** The small sign of a person's kind: shape and tint. Decoration: words nearby say the same. */
export function PersonMark({ kind }: { readonly kind: ParticipantKind }) {
  return <span className={classNames(styles["mark"], styles[kind])} aria-hidden="true" />;
}

/** The avatar of whom a row is about; its place alone where that is nobody. */
export function RowFace({
  person,
}: {
  readonly person: { readonly name: string; readonly kind: ParticipantKind } | null;
}) {
  return person ? <Avatar name={person.name} kind={person.kind} /> : <span className={styles["faceless"]} />;
}

/** Initials in the shape of the person's kind; decoration beside the name. */
export function Avatar({ name, kind }: { readonly name: string; readonly kind: ParticipantKind }) {
  return (
    <span className={classNames(styles["avatar"], styles[kind])} data-initials={initials(name)} aria-hidden="true" />
  );
}
