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

/** The frame of a screen before sign-in: the product's name above one card, language and theme above it, the version below. */
export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useTranslations("app");
  const tNav = useTranslations("nav");
  const version = useAppState((state) => state.settings?.version);
  return (
    <div className={styles["page"]}>
      <header className={styles["choices"]}>
        <LanguageSwitch />
        <ThemeSwitch />
        {isInFrame() && (
          <Button look="link" onClick={openOutside}>
            {tNav("openOutside")}
          </Button>
        )}
      </header>
      <main className={styles["card"]}>
        <div className={styles["brand"]}>
          <Logo size={40} />
          <div>
            <p className={styles["name"]}>{t("name")}</p>
            <p className={styles["tagline"]}>{t("tagline")}</p>
          </div>
        </div>
        <ScreenTitle>{title}</ScreenTitle>
        {children}
      </main>
      {version !== undefined && <footer className={styles["version"]}>{t("version", { version })}</footer>}
    </div>
  );
}
