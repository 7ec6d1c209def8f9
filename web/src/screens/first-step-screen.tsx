import { lateComponent } from "../platform/late-component.ts";
import type { Me } from "../state/entities.ts";
import { useTranslations } from "use-intl";
import { PasswordForm } from "../account/password-form.tsx";
import { ButtonLink } from "../design/button.tsx";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { SignInFrame } from "../sign-in/sign-in-frame.tsx";

const SecondFactorScreen = lateComponent(async () => (await import("./second-factor-screen.tsx")).SecondFactorScreen, {
  isRare: true,
});

export const FirstStepScreen = ({ due }: { readonly due: NonNullable<Me["due"]> | "codes" }) =>
  due === "password" ? <FirstPasswordScreen /> : <SecondFactorScreen due={due} />;

function FirstPasswordScreen() {
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
