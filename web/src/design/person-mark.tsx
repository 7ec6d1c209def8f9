import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { classNames } from "./class-names.ts";
import styles from "./person-mark.module.css";
import { lettersOf } from "../state/letters.ts";
import type { Participant } from "../state/entities.ts";

export function PersonMark({ kind }: { readonly kind: ParticipantKind }) {
  return <span className={classNames(styles["mark"], styles[kind])} aria-hidden="true" />;
}

export function RowFace({ person }: { readonly person: Pick<Participant, "name" | "kind"> | null }) {
  return person ? <Avatar name={person.name} kind={person.kind} /> : <span className={styles["faceless"]} />;
}

export function Avatar({ name, kind }: { readonly name: string; readonly kind: ParticipantKind }) {
  return (
    <span className={classNames(styles["avatar"], styles[kind])} data-initials={initials(name)} aria-hidden="true" />
  );
}

/** The initials of a name's first and last word, in capitals; "?" for no name. */
export function initials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const first = words[0];
  if (first === undefined) return "?";
  const last = words.length > 1 ? words.at(-1) : undefined;
  return (letter(first) + (last === undefined ? "" : letter(last))).toLocaleUpperCase("ro");
}

const letter = (word: string): string => lettersOf(word).find((one) => /\p{L}|\p{N}/u.test(one)) ?? "";
