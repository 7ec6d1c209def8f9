import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { classNames } from "../design/class-names.ts";
import { initials } from "./initials.ts";
import styles from "./person-mark.module.css";

/** The small sign of a kind of person: shape and tint. The label is read aloud; without one it is decoration. */
export function PersonMark({ kind, label }: { readonly kind: ParticipantKind; readonly label?: string }) {
  const className = classNames(styles["mark"], styles[kind]);
  return label === undefined ? (
    <span className={className} aria-hidden="true" />
  ) : (
    <span className={className} role="img" aria-label={label} />
  );
}

/** Initials in the shape of the person's kind; decoration beside the name. */
export function Avatar({ name, kind }: { readonly name: string; readonly kind: ParticipantKind }) {
  return (
    <span className={classNames(styles["avatar"], styles[kind])} data-initials={initials(name)} aria-hidden="true" />
  );
}
