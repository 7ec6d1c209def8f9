import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { useHasNetwork } from "../platform/page/use-has-network.ts";
import { shownConnection } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./connection-banner.module.css";

/** Names a lost connection, over the content; hides by itself (CONN-5). */
export function ConnectionBanner() {
  const t = useTranslations("connection");
  const isAwayLong = useAppState((state) => state.connection.isAwayLong);
  const phase = useAppState(shownConnection);
  const hasNetwork = useHasNetwork();
  const { reconnectNow } = useCommands();
  return (
    <div role="status" data-connection={phase}>
      {isAwayLong && (
        <div className={styles["banner"]}>
          <span>{hasNetwork ? t("banner") : t("noInternet")}</span>
          <Button look="link" onClick={reconnectNow}>
            {t("tryNow")}
          </Button>
        </div>
      )}
    </div>
  );
}
