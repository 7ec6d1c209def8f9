import { useTranslations } from "use-intl";
import { Logo } from "../design/logo.tsx";
import { ScreenTitle } from "../design/screen-title.tsx";
import styles from "./not-found-screen.module.css";

/** Replaces a screen that failed to draw (LANG-2). A plain link: it restarts the page from any state. */
export function CrashScreen() {
  const t = useTranslations("crash");
  return (
    <main className={styles["page"]}>
      <Logo size={56} />
      <ScreenTitle>{t("title")}</ScreenTitle>
      <p className={styles["text"]}>{t("text")}</p>
      <a className={styles["action"]} href="/">
        {t("reload")}
      </a>
    </main>
  );
}
