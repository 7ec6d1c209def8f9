import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { withFrom } from "../navigation/guard.ts";
import { paths } from "../navigation/paths.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { RegisterText } from "./register-text.tsx";

/** Says who makes accounts; people do not (WEB-7). */
export function RegisterScreen() {
  const t = useTranslations("signIn");
  const from = useAppState(({ route }) => (route.kind === "register" ? route.from : paths.home));
  const { goTo } = useCommands();
  return (
    <SignInFrame title={t("register")}>
      <RegisterText />
      <Button look="primary" isWide onClick={() => goTo(withFrom(paths.login, from))}>
        {t("toSignIn")}
      </Button>
    </SignInFrame>
  );
}
