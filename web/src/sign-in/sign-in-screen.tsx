import { useTranslations } from "use-intl";
import { Button, ButtonLink } from "../design/button.tsx";
import { withFrom } from "../state/navigation/guard.ts";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../design/use-page-link.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { DemoAccounts } from "./demo-accounts.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";
import { RegisterText } from "./register-text.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in-screen.module.css";

/** One card for both realms, with the other one a click away (WEB-6). */
export function SignInScreen() {
  const t = useTranslations("signIn");
  const realm = useAppState((state) => state.signIn.realm);
  const from = useAppState(({ route }) => (route.kind === "login" ? route.from : paths.home));
  const { chooseRealm } = useCommands();
  const isErp = realm === "erp";
  return (
    <SignInFrame title={isErp ? t("erpTitle") : t("title")}>
      <SignInForm />
      <Forgotten />
      <DemoAccounts />
      <div className={styles["door"]}>
        <Button look="link" onClick={() => chooseRealm(isErp ? "customer" : "erp")}>
          {isErp ? t("toCustomers") : t("toErp")}
        </Button>
      </div>
      <div className={styles["register"]}>
        <ButtonLink look="link" {...usePageLink(withFrom(paths.register, from))}>
          {t("register")}
        </ButtonLink>
        <RegisterText />
      </div>
    </SignInFrame>
  );
}

/** WEB-7: what to do without the password, in the installation's words. */
function Forgotten() {
  const t = useTranslations("signIn");
  const text = useAppState(({ settings, language }) => settings?.forgottenText[language] ?? "");
  if (text === "") return null;
  return (
    <details className={styles["forgotten"]}>
      <summary>{t("forgotten")}</summary>
      <p className={styles["registerText"]}>{text}</p>
    </details>
  );
}
