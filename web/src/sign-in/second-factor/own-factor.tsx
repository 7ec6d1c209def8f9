import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import section from "../../design/section.module.css";
import { momentLabel } from "../../language/time-label.ts";
import { useDispatch } from "../../state/app-context.ts";
import { SetUp, codeInput, CodeRefusal } from "./code-form.tsx";
import { useFactor } from "./use-factor.ts";
import { Field } from "../../design/field.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import type { CallError } from "../../state/entities.ts";

/** ACC-5: creates new recovery codes, or moves the second factor to another phone. */
export function OwnFactor() {
  const t = useTranslations("twoFactor");
  const dispatch = useDispatch();
  const { shown } = useFactor();
  const [wish, setWish] = useState<"renew" | "offer" | null>(null);
  const { own, offered } = shown;
  const begin = useCallback(() => {
    dispatch({ type: "two-factor/closed" });
    dispatch({ type: "two-factor/asked", asked: { kind: "view" } });
  }, [dispatch]);
  useEffect(() => {
    begin();
    return () => dispatch({ type: "two-factor/closed" });
  }, [dispatch, begin]);
  const step = wish === null ? "standing" : offered === undefined ? "proof" : "set-up";
  const heading = useHeading(step);
  function end(): void {
    setWish(null);
    begin();
  }
  if (own?.is_asked !== true) return null;
  return (
    <section className={section["section"]}>
      <h3 ref={heading} tabIndex={-1}>
        {wish === null ? t("own.title") : wish === "renew" ? t("own.renew") : t("own.move")}
      </h3>
      {wish === null ? (
        <Standing onWish={setWish} />
      ) : (
        <>
          {offered === undefined ? <ProofForm wish={wish} /> : <SetUp onAgain={end} />}
          <Button onClick={end}>{t("own.cancel")}</Button>
        </>
      )}
    </section>
  );
}

/** WEB-10: each step removes the pressed button, so the focus moves to the new heading, or to a form's first field. */
function useHeading(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step && step !== "proof") heading.current?.focus();
    before.current = step;
  }, [step]);
  return heading;
}

function Standing({ onWish }: { readonly onWish: (wish: "renew" | "offer") => void }) {
  const t = useTranslations("twoFactor.own");
  const locale = useLocale();
  const { own } = useFactor().shown;
  const since = own?.set_at ?? null;
  if (own === undefined || since === null) return <p className={section["note"]}>{t("none")}</p>;
  return (
    <>
      <p className={section["note"]}>
        {t("since", { when: momentLabel(since, locale) })} {t("left", { count: own.recovery_codes_left })}{" "}
        {own.recovery_codes_left > 0 && t("unseen")}
      </p>
      <Button onClick={() => onWish("renew")}>{t("renew")}</Button>
      <Button onClick={() => onWish("offer")}>{t("move")}</Button>
    </>
  );
}

function ProofForm({ wish }: { readonly wish: "renew" | "offer" }) {
  const t = useTranslations("twoFactor");
  const { ask, isBusy, errorOf } = useFactor();
  const [typed, setTyped] = useState({ password: "", code: "" });
  const [isChecked, setIsChecked] = useState(false);
  const isMissing = { password: typed.password === "", code: typed.code.trim() === "" };
  const error = errorOf(wish);
  const refused = useRefused(error, typed.code);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => passwordField.current?.focus(), []);
  useEffect(() => {
    if (error?.fieldErrors["password"]) passwordField.current?.select();
    else if (error !== null) codeField.current?.select();
    if (error !== null) codeField.current?.form?.scrollIntoView({ block: "nearest" });
  }, [error]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isMissing.password) passwordField.current?.focus();
    else if (isMissing.code) codeField.current?.focus();
    else if (!isBusy(wish)) ask({ kind: wish, proof: typed });
  }
  return (
    <form className={section["form"]} onSubmit={submit} noValidate>
      <p className={section["note"]}>{wish === "renew" ? t("own.renewHint") : t("own.moveHint")}</p>
      <Field
        ref={passwordField}
        label={t("own.password")}
        error={isChecked && isMissing.password ? t("own.passwordMissing") : refused.password}
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
        error={isChecked && isMissing.code ? t("missing") : refused.code}
        value={typed.code}
        onChange={({ target }) => setTyped({ ...typed, code: target.value })}
      />
      <WaitButton type="submit" look="primary" error={error} isBusy={isBusy(wish)}>
        {isBusy(wish) ? t("busy") : t("own.goOn")}
      </WaitButton>
    </form>
  );
}

function useRefused(error: CallError | null, code: string): { readonly password?: string; readonly code?: ReactNode } {
  const t = useTranslations("twoFactor");
  if (error === null) return {};
  if (error.fieldErrors["password"]) return { password: t("own.passwordWrong") };
  return { code: <CodeRefusal error={error} isRecovery={!/^[\d\s]+$/u.test(code)} /> };
}
