import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { lengthMin, lengthProblem } from "../account/password-length.ts";
import { Button, ButtonLink } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import { paths } from "../navigation/paths.ts";
import { usePageLink } from "../navigation/use-page-link.ts";
import { takeFragment } from "../platform/address-fragment.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import styles from "./sign-in-form.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

/** SIGN-4: who was invited chooses a password, and is signed in by it. */
export function InviteScreen() {
  const t = useTranslations();
  const [invitation] = useState(takeFragment);
  return (
    <SignInFrame title={t("signIn.choosePassword")}>
      {invitation === "" ? (
        <FailureNotice>{t("errors.invitation_ended")}</FailureNotice>
      ) : (
        <InviteForm invitation={invitation} />
      )}
      <ButtonLink look="link" {...usePageLink(paths.login)}>
        {t("signIn.toSignIn")}
      </ButtonLink>
    </SignInFrame>
  );
}

function InviteForm({ invitation }: { readonly invitation: string }) {
  const t = useTranslations("account.password");
  const tSignIn = useTranslations("signIn");
  const { phase, error } = useAppState((state) => state.signIn);
  const { signIn } = useCommands();
  const errorText = useErrorText();
  const [password, setPassword] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wrong = lengthProblem(password);

  useEffect(() => {
    if (phase === "failed") field.current?.select();
  }, [phase]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (wrong !== null) field.current?.focus();
    else if (phase !== "busy") signIn("", password, invitation);
  }

  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <Field
        ref={field}
        label={t("next")}
        hint={tSignIn("passwordHint", { min: lengthMin })}
        error={isChecked && wrong !== null ? t(wrong, { min: lengthMin }) : undefined}
        name="new-password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {phase === "failed" && error !== null && <FailureNotice>{errorText(error)}</FailureNotice>}
      <Button look="primary" type="submit" isWide isBusy={phase === "busy"}>
        {phase === "busy" ? tSignIn("submitting") : tSignIn("submit")}
      </Button>
    </form>
  );
}
