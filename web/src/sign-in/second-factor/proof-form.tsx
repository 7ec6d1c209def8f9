import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../design/field.tsx";
import section from "../../design/section.module.css";
import { WaitButton } from "../../design/wait-button.tsx";
import type { CallError } from "../../state/entities.ts";
import { codeInput } from "./code-form.tsx";
import { CodeRefusal } from "./code-refusal.tsx";
import { useFactor } from "./use-factor.ts";

/** ACC-5: password and code, before anything changes. */
export function ProofForm({ wish }: { readonly wish: "renew" | "offer" }) {
  const t = useTranslations("twoFactor");
  const { ask, isBusy, errorOf } = useFactor();
  const [typed, setTyped] = useState({ password: "", code: "" });
  const [isChecked, setIsChecked] = useState(false);
  const missing = useMissing(typed);
  const error = errorOf(wish);
  const refused = useRefused(error, typed.code);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  // WEB-10: the button that led here is gone.
  useEffect(() => passwordField.current?.focus(), []);
  useEffect(() => {
    if (error?.fieldErrors["password"]) passwordField.current?.select();
    else if (error !== null) codeField.current?.select();
    if (error !== null) codeField.current?.form?.scrollIntoView({ block: "nearest" });
  }, [error]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (missing.password !== undefined) passwordField.current?.focus();
    else if (missing.code !== undefined) codeField.current?.focus();
    else if (!isBusy(wish)) ask({ kind: wish, proof: typed });
  }
  const wrong = { ...refused, ...(isChecked ? missing : {}) };
  return (
    <form className={section["form"]} onSubmit={submit} noValidate>
      <p className={section["note"]}>{wish === "renew" ? t("own.renewHint") : t("own.moveHint")}</p>
      <Field
        ref={passwordField}
        label={t("own.password")}
        error={wrong.password}
        name="current-password"
        type="password"
        autoComplete="current-password"
        value={typed.password}
        onChange={({ target }) => setTyped({ ...typed, password: target.value })}
      />
      <Field
        {...codeInput.code}
        ref={codeField}
        inputMode="text"
        label={t("own.code")}
        error={wrong.code}
        value={typed.code}
        onChange={({ target }) => setTyped({ ...typed, code: target.value })}
      />
      <WaitButton type="submit" look="primary" error={error} isBusy={isBusy(wish)}>
        {isBusy(wish) ? t("busy") : t("own.goOn")}
      </WaitButton>
    </form>
  );
}

interface Typed {
  readonly password: string;
  readonly code: string;
}

function useMissing({ password, code }: Typed): Partial<Typed> {
  const t = useTranslations("twoFactor");
  return {
    ...(password === "" ? { password: t("own.passwordMissing") } : {}),
    ...(code.trim() === "" ? { code: t("missing") } : {}),
  };
}

/** What the server refused, at the field that it is about. */
function useRefused(error: CallError | null, code: string): Partial<Record<keyof Typed, ReactNode>> {
  const t = useTranslations("twoFactor");
  if (error === null) return {};
  if (error.fieldErrors["password"]) return { password: t("own.passwordWrong") };
  return { code: <CodeRefusal error={error} isRecovery={!/^[\d\s]+$/u.test(code)} /> };
}
