import { Eye, EyeOff } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { FailureNotice } from "../design/notice.tsx";
import section from "../design/section.module.css";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { isInDoubt } from "../state/retries/may-pass.ts";
import type { CallError } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";
import styles from "./account-dialog.module.css";
import { lengthMin, lengthProblem } from "../state/sign-in/password-length.ts";

/** ACC-1: errors show next to their fields, and a refusal above the button. */
export function PasswordForm({ isTitled }: { readonly isTitled: boolean }) {
  const t = useTranslations("account.password");
  const { phase, error } = useAppState((state) => state.passwordChange);
  const username = useAppState((state) => me(state)?.username ?? "");
  const { typed, type, wrong, currentField, nextField, submit } = useForm();
  const [isShown, setIsShown] = useState(false);
  const shared = { type: isShown ? "text" : "password" };
  return (
    <section className={section["section"]}>
      {isTitled && <h3>{t("title")}</h3>}
      <form className={section["form"]} onSubmit={submit} noValidate>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field
          {...shared}
          ref={currentField}
          label={t("current")}
          error={wrong.current}
          name="current-password"
          autoComplete="current-password"
          value={typed.current}
          onChange={(event) => type({ current: event.target.value })}
          after={
            <IconButton label={isShown ? t("hide") : t("show")} tipSide="left" onClick={() => setIsShown(!isShown)}>
              {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
            </IconButton>
          }
        />
        <Field
          {...shared}
          ref={nextField}
          label={t("next")}
          hint={t("hint", { min: lengthMin })}
          error={wrong.next}
          name="new-password"
          autoComplete="new-password"
          value={typed.next}
          onChange={(event) => type({ next: event.target.value })}
        />
        {error && <Refusal error={error} />}
        {phase === "done" && (
          <p className={styles["done"]} role="status">
            {t("done")}
          </p>
        )}
        <WaitButton type="submit" error={error} isBusy={phase === "busy"}>
          {phase === "busy" ? t("busy") : t("submit")}
        </WaitButton>
      </form>
    </section>
  );
}

const nothingTyped = { current: "", next: "" };
type Typed = typeof nothingTyped;

function useForm() {
  const { phase, error } = useAppState((state) => state.passwordChange);
  const dispatch = useDispatch();
  const [typed, setTyped] = useState(nothingTyped);
  const [isChecked, setIsChecked] = useState(false);
  const [known, setKnown] = useState(phase);
  const currentField = useRef<HTMLInputElement>(null);
  const nextField = useRef<HTMLInputElement>(null);
  const wrong = useFieldErrors(phase === "failed" ? error : null, typed, isChecked);

  if (known !== phase) {
    setKnown(phase);
    if (phase === "done") {
      setTyped(nothingTyped);
      setIsChecked(false);
    }
  }
  useEffect(() => {
    if (error?.fieldErrors["current"]) currentField.current?.select();
    else if (error?.fieldErrors["password"]) nextField.current?.select();
  }, [error]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (typed.current === "") currentField.current?.focus();
    else if (lengthProblem(typed.next) === null)
      dispatch({ type: "account/password-asked", current: typed.current, password: typed.next });
    else nextField.current?.focus();
  }
  const type = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  return { typed, type, wrong, currentField, nextField, submit };
}

/** Returns the server's errors for fields not edited since, or the page's own once the form has been submitted. */
function useFieldErrors(error: CallError | null, typed: Typed, isChecked: boolean) {
  const t = useTranslations("account.password");
  const [refused, setRefused] = useState({ error, typed });
  if (refused.error !== error) setRefused({ error, typed });
  const isRefused = (name: keyof Typed, field: "current" | "password"): boolean =>
    refused.typed[name] === typed[name] && error?.fieldErrors[field] !== undefined;
  const missing = isChecked && typed.current === "" ? t("currentMissing") : undefined;
  const problem = lengthProblem(typed.next);
  const bad = isChecked && problem !== null ? t(problem, { min: lengthMin }) : undefined;
  return {
    current: isRefused("current", "current") ? t("wrong") : missing,
    next: problem === null && isRefused("next", "password") ? t("notTaken") : bad,
  };
}

function Refusal({ error }: { readonly error: CallError }) {
  const t = useTranslations("account.password");
  if (Object.keys(error.fieldErrors).length > 0) return null;
  return <FailureNotice>{isInDoubt(error) ? t("inDoubt") : <ErrorText error={error} />}</FailureNotice>;
}
