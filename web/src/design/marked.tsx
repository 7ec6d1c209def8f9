import type { Range } from "@cuplaj/protocol/search-text.ts";
import { markPieces } from "../state/search/mark-pieces.ts";
import styles from "./marked.module.css";

interface MarkedProps {
  /** A part of a text, which begins there at `from`. */
  readonly text: string;
  readonly from?: number;
  /** What was found in the whole text. */
  readonly ranges: readonly Range[];
}

/** A text with what was found in it marked. */
export function Marked({ text, from = 0, ranges }: MarkedProps) {
  if (ranges.length === 0) return text;
  return markPieces(text, from, ranges).map((piece) =>
    piece.isFound ? (
      <mark key={piece.at} className={styles["mark"]}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
