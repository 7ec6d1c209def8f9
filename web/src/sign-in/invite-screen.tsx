import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { lengthMin, lengthProblem } from "../state/sign-in/password-length.ts";
import { ButtonLink } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { takeFragment } from "../platform/page/address.ts";
import { isMedia, touchDevice } from "../platform/page/use-media.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import styles from "./sign-in-form.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";
import type { Invited } from "../state/sign-in/sign-in-shape.ts";

/** SIGN-4: an invited person chooses a password, and is then signed in. */
export function InviteScreen() {
  const t = useTranslations("signIn");
  const [invitation] = useState(takeFragment);
  return (
    <SignInFrame title={t("choosePassword")}>
      <Invitation invitation={invitation} />
      <ButtonLink look="link" {...usePageLink(paths.login)}>
        {t("toSignIn")}
      </ButtonLink>
    </SignInFrame>
  );
}

function Invitation({ invitation }: { readonly invitation: string }) {
  const t = useTranslations();
  const invited = useAppState((state) => state.invited);
  const error = useAppState((state) => state.signIn.error);
  const dispatch = useDispatch();
  useEffect(() => {
    if (invitation !== "") dispatch({ type: "sign-in/invitation-asked", invitation });
  }, [invitation, dispatch]);

  if (invitation === "" || error?.code === "invitation_ended")
    return <FailureNotice>{t("errors.invitation_ended")}</FailureNotice>;
  if (invited !== null) return <InviteForm invitation={invitation} invited={invited} />;
  if (error === null) return <p role="status">{t("invitation.loading")}</p>;
  return (
    <>
      <FailureNotice>
        <ErrorText error={error} />
      </FailureNotice>
      <WaitButton error={error} onClick={() => dispatch({ type: "sign-in/invitation-asked", invitation })} />
    </>
  );
}

function InviteForm({ invitation, invited }: { readonly invitation: string; readonly invited: Invited }) {
  const t = useTranslations();
  const { phase, error } = useAppState((state) => state.signIn);
  const dispatch = useDispatch();
  const [password, setPassword] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wrong = lengthProblem(password);

  useEffect(() => {
    if (!isMedia(touchDevice)) field.current?.focus();
  }, []);

  useEffect(() => {
    if (phase === "failed") field.current?.select();
  }, [phase]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (wrong !== null) field.current?.focus();
    else if (phase !== "busy") dispatch({ type: "sign-in/asked", username: "", password, invitation });
  }

  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <p>{t("invitation.welcome", { name: invited.name })}</p>
      <Field label={t("signIn.username")} autoComplete="username" readOnly value={invited.username} />
      <Field
        ref={field}
        label={t("account.password.next")}
        hint={t("signIn.passwordHint", { min: lengthMin })}
        error={isChecked && wrong !== null ? t(`account.password.${wrong}`, { min: lengthMin }) : undefined}
        name="new-password"
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {phase === "failed" && error !== null && (
        <FailureNotice>
          <ErrorText error={error} />
        </FailureNotice>
      )}
      <WaitButton look="primary" type="submit" isWide error={error} isBusy={phase === "busy"}>
        {phase === "busy" ? t("signIn.submitting") : t("signIn.submit")}
      </WaitButton>
    </form>
  );
}
