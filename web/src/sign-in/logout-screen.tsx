import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { useEscape } from "../platform/use-keys.ts";
import { me, unsentCount } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./logout-screen.module.css";
import { UnsentDialog } from "./unsent-dialog.tsx";

/** SEC-11: asks at `/logout`, since any page may link there: a link alone signs nobody out and deletes no draft. */
export function LogoutScreen() {
  const t = useTranslations("logout");
  const name = useAppState((state) => me(state)?.name);
  const isSigningOut = useAppState((state) => state.isSigningOut);
  // Where messages are unsent, the dialog says what becomes of the drafts (SEND-7).
  const areDraftsLost = useAppState((state) => Object.keys(state.drafts).length > 0 && unsentCount(state) === 0);
  // SEC-11: led home, whose screen may take a while to load.
  const isStaying = useAppState((state) => state.route.kind !== "logout");
  const { putOffSignOut, signOut } = useCommands();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  useEscape(putOffSignOut);
  return (
    <>
      <main className={styles["page"]}>
        <Logo size={56} />
        <h1 ref={title} className={styles["title"]} tabIndex={-1}>
          {t("title")}
        </h1>
        <p className={styles["text"]}>
          {t("signedInAs")} <bdi>{name}</bdi>.
        </p>
        {areDraftsLost && <p className={styles["text"]}>{t("drafts")}</p>}
        <div className={styles["ways"]}>
          <Button look="primary" isBusy={isStaying} onClick={putOffSignOut}>
            {t("stay")}
          </Button>
          <Button isBusy={isSigningOut} onClick={signOut}>
            {isSigningOut ? t("leaving") : t("leave")}
          </Button>
        </div>
      </main>
      <UnsentDialog />
    </>
  );
}
