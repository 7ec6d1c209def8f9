import { useTranslations } from "use-intl";
import { ButtonLink } from "../design/button.tsx";
import { withFrom } from "../state/navigation/guard.ts";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { useAppState } from "../state/app-context.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import styles from "./sign-in-screen.module.css";

/** WEB-7: people cannot create accounts; the installation's text says who does. */
export function RegisterScreen() {
  const t = useTranslations("signIn");
  const from = useAppState(({ route }) => (route.kind === "register" ? route.from : paths.home));
  return (
    <SignInFrame title={t("register")}>
      <RegisterText />
      <ButtonLink look="primary" isWide {...usePageLink(withFrom(paths.login, from))}>
        {t("toSignIn")}
      </ButtonLink>
    </SignInFrame>
  );
}

export function RegisterText() {
  const text = useAppState(({ settings, language }) => settings?.registerText[language]);
  return text !== undefined && text !== "" && <p className={styles["registerText"]}>{text}</p>;
}
