import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";
import styles from "./segments.module.css";

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly picture?: ReactNode;
  /** A count below the label: null while unknown, undefined if the choice has no counts. */
  readonly count?: number | null;
  readonly lang?: string;
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly segments: readonly Segment<Value>[];
  readonly onChoose: (value: Value) => void;
  readonly isWide?: boolean;
}

/** A choice among a few, made of native radio buttons for their keys and names. */
export function Segments<Value extends string>({ label, value, segments, onChoose, isWide }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div
      className={classNames(styles["segments"], isWide === true && styles["wide"])}
      role="radiogroup"
      aria-label={label}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={classNames(styles["segment"], segment.picture !== undefined && styles["picture"])}
          title={segment.picture === undefined ? undefined : segment.label}
          lang={segment.lang}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChoose(segment.value)}
          />
          {segment.picture}
          {segment.picture === undefined ? segment.label : <VisuallyHidden>{segment.label}</VisuallyHidden>}
          {segment.count !== undefined && <span className={styles["count"]}>{segment.count ?? "–"}</span>}
        </label>
      ))}
    </div>
  );
}
