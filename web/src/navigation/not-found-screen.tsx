import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { useCommands } from "../state/app-context.ts";
import styles from "./not-found-screen.module.css";
import { paths } from "./paths.ts";

/** Shown for any unknown address (GUARD-4). */
export function NotFoundScreen() {
  const t = useTranslations("notFound");
  const { goTo } = useCommands();
  return (
    <main className={styles["page"]}>
      <Logo size={56} />
      <h1 className={styles["title"]}>{t("title")}</h1>
      <p className={styles["text"]}>{t("text")}</p>
      <div className={styles["action"]}>
        <Button look="primary" onClick={() => goTo(paths.home)}>
          {t("home")}
        </Button>
      </div>
    </main>
  );
}
