import styles from "./skeleton.module.css";

export function Skeleton({ width }: { readonly width: string }) {
  return <span className={styles["bar"]} style={{ width }} />;
}
