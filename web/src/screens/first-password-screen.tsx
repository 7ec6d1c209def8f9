import { useTranslations } from "use-intl";
import { PasswordForm } from "../account/password-form.tsx";
import { ButtonLink } from "../design/button.tsx";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../design/use-page-link.ts";
import { SignInFrame } from "../sign-in/sign-in-frame.tsx";

/** SIGN-6: instead of every other screen, for who has a temporary password. */
export function FirstPasswordScreen() {
  const t = useTranslations();
  return (
    <SignInFrame title={t("signIn.choosePassword")}>
      <p>{t("errors.password_change_required")}</p>
      <PasswordForm isTitled={false} />
      <ButtonLink look="link" {...usePageLink(paths.logout)}>
        {t("logout.leave")}
      </ButtonLink>
    </SignInFrame>
  );
}
