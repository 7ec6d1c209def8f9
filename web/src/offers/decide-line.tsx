import { Suspense } from "react";
import { lateComponent } from "../platform/late-component.ts";
import type { DecisionAreaProps } from "./decision-area.tsx";
import styles from "./offer-change.module.css";

export const DecisionArea = lateComponent(async () => (await import("./decision-area.tsx")).DecisionArea, {
  says: "room",
});

/** What stands below a line to accept or decline it; its place is there before its code is. */
export function DecideLine(props: DecisionAreaProps) {
  return (
    <Suspense fallback={props.isOpen && <div className={styles["decide"]} />}>
      <DecisionArea {...props} />
    </Suspense>
  );
}
