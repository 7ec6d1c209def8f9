import { signOut } from "../state/sign-in/sign-out.ts";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { ScreenTitle } from "../design/screen-title.tsx";
import { useEscape } from "../platform/input/use-keys.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./logout-screen.module.css";
import { UnsentDialog } from "./unsent-dialog.tsx";

/** SEC-11: `/logout` asks first, since any page may link there. */
export function LogoutScreen() {
  const t = useTranslations("logout");
  const name = useAppState((state) => me(state)?.name);
  const isSigningOut = useAppState((state) => state.isSigningOut);
  const isStaying = useAppState((state) => state.route.kind !== "logout");
  const dispatch = useDispatch();
  useEscape(() => dispatch({ type: "sign-out/put-off" }));
  return (
    <>
      <main className={styles["page"]}>
        <Logo size={56} />
        <ScreenTitle>{t("title")}</ScreenTitle>
        <p className={styles["text"]}>
          {t("signedInAs")} <bdi>{name}</bdi>.
        </p>
        <div className={styles["ways"]}>
          <Button look="primary" isBusy={isStaying} onClick={() => dispatch({ type: "sign-out/put-off" })}>
            {t("stay")}
          </Button>
          <Button isBusy={isSigningOut} onClick={() => signOut(dispatch)}>
            {isSigningOut ? t("leaving") : t("leave")}
          </Button>
        </div>
      </main>
      <UnsentDialog />
    </>
  );
}
