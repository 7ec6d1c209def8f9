import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Logo } from "../design/logo.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { useChat, useCommands } from "../state/use-chat.ts";
import { ThemeSwitch } from "../theme/theme-switch.tsx";
import { DemoAccounts } from "./demo-accounts.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in-screen.module.css";

/** The door: one card for both sign-ins, with the other one a click away (WEB-6). */
export function SignInScreen() {
  const t = useTranslations();
  const door = useChat((state) => state.signIn.door);
  const version = useChat((state) => state.settings?.version);
  const { chooseDoor } = useCommands();
  const isErp = door === "erp";
  return (
    <div className={styles["page"]}>
      <main className={styles["card"]}>
        <div className={styles["brand"]}>
          <Logo size={40} />
          <div>
            <p className={styles["name"]}>{t("app.name")}</p>
            <p className={styles["tagline"]}>{t("app.tagline")}</p>
          </div>
        </div>
        <h1 className={styles["title"]}>{isErp ? t("signIn.erpTitle") : t("signIn.title")}</h1>
        <SignInForm />
        <DemoAccounts />
        <div className={styles["door"]}>
          <Button look="link" onClick={() => chooseDoor(isErp ? "customer" : "erp")}>
            {isErp ? t("signIn.toCustomers") : t("signIn.toErp")}
          </Button>
        </div>
      </main>
      <footer className={styles["foot"]}>
        <LanguageSwitch />
        <ThemeSwitch />
        {version !== undefined && <p className={styles["version"]}>{t("app.version", { version })}</p>}
      </footer>
    </div>
  );
}
