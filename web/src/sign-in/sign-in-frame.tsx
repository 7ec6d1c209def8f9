import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { ScreenTitle } from "../design/screen-title.tsx";
import { LanguageSwitch, ThemeSwitch } from "../design/language-switch.tsx";
import { isInFrame } from "../platform/page/page.ts";
import { openOutside } from "../platform/page/open-outside.ts";
import { useAppState } from "../state/app-context.ts";
import styles from "./sign-in-screen.module.css";

export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useTranslations();
  const version = useAppState((state) => state.settings?.version);
  return (
    <div className={styles["page"]}>
      <header className={styles["choices"]}>
        <LanguageSwitch />
        <ThemeSwitch />
        {isInFrame() && (
          <Button look="link" onClick={openOutside}>
            {t("nav.openOutside")}
          </Button>
        )}
      </header>
      <main className={styles["card"]}>
        <div className={styles["brand"]}>
          <Logo size={40} />
          <div>
            <p className={styles["name"]}>{t("app.name")}</p>
            <p className={styles["tagline"]}>{t("app.tagline")}</p>
          </div>
        </div>
        <ScreenTitle>{title}</ScreenTitle>
        {children}
      </main>
      {version !== undefined && <footer className={styles["version"]}>{t("app.version", { version })}</footer>}
    </div>
  );
}
