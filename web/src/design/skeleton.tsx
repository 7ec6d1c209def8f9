import styles from "./skeleton.module.css";

/** A quiet bar for a line of text that is loading; shown only after 150 ms. */
export function Skeleton({ width }: { readonly width: string }) {
  return <span className={styles["bar"]} style={{ width }} />;
}
