import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { useChat, useCommands } from "../state/use-chat.ts";
import styles from "./connection-dot.module.css";

/** Says that the connection is away once it has been for five seconds; leaves by itself. */
export function ConnectionBanner() {
  const t = useTranslations("connection");
  const isAwayLong = useChat((state) => state.connection.isAwayLong);
  const { reconnectNow } = useCommands();
  return (
    <div role="status">
      {isAwayLong && (
        <div className={styles["banner"]}>
          <span>{t("banner")}</span>
          <Button look="link" onClick={reconnectNow}>
            {t("tryNow")}
          </Button>
        </div>
      )}
    </div>
  );
}
