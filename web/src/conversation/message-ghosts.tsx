import { useTranslations } from "use-intl";
import { Skeleton } from "../design/skeleton.tsx";
import { VisuallyHidden } from "../design/visually-hidden.tsx";
import styles from "./room-pane.module.css";

const ghosts = ["74%", "46%", "88%", "58%"];

/** Placeholders of messages that are loading. */
export function MessageGhosts() {
  const t = useTranslations("messages");
  return (
    <div className={styles["ghosts"]} role="status">
      <VisuallyHidden>{t("loading")}</VisuallyHidden>
      {ghosts.map((width) => (
        <div key={width} className={styles["ghost"]}>
          <Skeleton width="32%" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
