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

/** Initials by name, cached: a room's rows repeat few names, and segmenting one is slow (PERF-12). */
const known = new Map<string, string>();

/** The initials of a name's first and last word; "?" without a name. */
export function initials(name: string): string {
  const found = known.get(name) ?? initialsOf(name);
  known.set(name, found);
  return found;
}

function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /\p{L}|\p{N}/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return (
    ends
      .map((word = "") => letter(word))
      .join("")
      .toLocaleUpperCase("ro") || "?"
  );
}

const letter = (word: string): string => lettersOf(word).find((one) => /\p{L}|\p{N}/u.test(one)) ?? "";
