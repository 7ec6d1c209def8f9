import styles from "./skeleton.module.css";

/** A quiet bar in the place of a line of text that is on its way; shown only after 150 ms. */
export function Skeleton({ width }: { readonly width: string }) {
  return <span className={styles["bar"]} style={{ width }} />;
}
