import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { paths } from "../navigation/paths.ts";
import { useChat, useCommands } from "../state/use-chat.ts";
import { me } from "../state/selectors.ts";
import styles from "./logout-screen.module.css";

/** SEC-11: asks whoever came to `/logout`, since any page may lead there: nobody is signed out, and no draft deleted, by a link. */
export function LogoutScreen() {
  const t = useTranslations();
  const name = useChat((state) => me(state)?.name);
  const { goTo, signOut } = useCommands();
  const stay = () => goTo(paths.home, "replace");
  function leave() {
    // SEND-7: home is where it is asked what becomes of messages that have not left.
    stay();
    signOut();
  }
  return (
    <main className={styles["page"]}>
      <Logo size={56} />
      <h1 className={styles["title"]}>{t("logout.title")}</h1>
      <p className={styles["text"]}>
        <bdi>{name}</bdi>
      </p>
      <p className={styles["text"]}>{t("logout.text")}</p>
      <div className={styles["ways"]}>
        <Button look="primary" onClick={stay}>
          {t("unsent.stay")}
        </Button>
        <Button onClick={leave}>{t("nav.logout")}</Button>
      </div>
    </main>
  );
}
