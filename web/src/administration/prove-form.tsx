import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../design/field.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { CallError } from "../state/entities.ts";
import styles from "./administration.module.css";
import { beginning } from "./administration-state.ts";

/** ADM-7g: the administrator's own password, and their code where there is one, before the change is made. */
export function ProveForm() {
  const t = useTranslations("administration.proof");
  const { administer } = useCommands();
  const { isBusy, error, needsCode } = useAppState(({ administration }) => (administration ?? beginning).proof);
  const [typed, setTyped] = useState({ password: "", code: "" });
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  const wrong = useWrong(error);
  useEffect(() => {
    if (isBusy) return;
    const field = needsCode && error?.fieldErrors["password"] === undefined ? codeField : passwordField;
    field.current?.focus();
  }, [isBusy, error, needsCode]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.password === "") passwordField.current?.focus();
    else if (!isBusy) administer({ type: "administration/proof-asked", ...typed });
  }
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate>
      <p>{t("why")}</p>
      <Field
        ref={passwordField}
        label={t("password")}
        error={wrong.password}
        name="current-password"
        type="password"
        autoComplete="current-password"
        value={typed.password}
        onChange={({ target }) => setTyped({ ...typed, password: target.value })}
      />
      {needsCode && (
        <Field
          ref={codeField}
          label={t("code")}
          error={wrong.code}
          name="one-time-code"
          autoComplete="one-time-code"
          value={typed.code}
          onChange={({ target }) => setTyped({ ...typed, code: target.value })}
        />
      )}
      <WaitButton look="primary" type="submit" error={error} isBusy={isBusy}>
        {t("goOn")}
      </WaitButton>
    </form>
  );
}

/** What the server refused, at the field that it is about; a code that it misses is asked for, not refused. */
function useWrong(error: CallError | null): { readonly password?: ReactNode; readonly code?: ReactNode } {
  const t = useTranslations("administration.proof");
  if (error === null || error.fieldErrors["code"] !== undefined) return {};
  if (error.fieldErrors["password"] !== undefined) return { password: t("passwordWrong") };
  return { [error.code === "second_factor_refused" ? "code" : "password"]: <ErrorText error={error} /> };
}
