import { useTranslations } from "use-intl";
import { ButtonLink } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { ScreenTitle } from "../design/screen-title.tsx";
import styles from "./not-found-screen.module.css";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";

export function NotFoundScreen() {
  const t = useTranslations("notFound");
  return (
    <main className={styles["page"]}>
      <Logo size={56} />
      <ScreenTitle>{t("title")}</ScreenTitle>
      <p className={styles["text"]}>{t("text")}</p>
      <div className={styles["action"]}>
        <ButtonLink look="primary" {...usePageLink(paths.home)}>
          {t("home")}
        </ButtonLink>
      </div>
    </main>
  );
}
