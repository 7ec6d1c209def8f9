import type { Range } from "@cuplaj/protocol/search-text.ts";
import { Fragment } from "react";
import styles from "./marked.module.css";

/** A text with what was found in it marked. */
export function Marked({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }) {
  const before = [0, ...ranges.map(([, to]) => to)];
  return (
    <bdi className={styles["text"]}>
      {ranges.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(before[index], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(before.at(-1))}
    </bdi>
  );
}
