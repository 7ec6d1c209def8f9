import type { Range } from "@cuplaj/protocol/search-text.ts";
import { markPieces } from "../state/search/use-found.ts";
import styles from "./marked.module.css";

interface MarkedProps {
  readonly text: string;
  readonly from?: number;
  readonly ranges: readonly Range[];
}

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
