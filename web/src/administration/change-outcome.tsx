import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { paths } from "../state/navigation/paths.ts";
import { addressOf, copyText } from "../platform/page/page.ts";
import { useMoment } from "../platform/page/use-moment.ts";
import { isInDoubt } from "../state/retries/may-pass.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { CallError } from "../state/entities.ts";
import styles from "./administration.module.css";
import type { AskedAndDone } from "./administration-shape.ts";
import { boxOf } from "./hours/edited-hours.ts";

const copiedMs = 2000;

export function ChangeOutcome() {
  const change = useAppState(({ administration }) => administration.change);
  if (change === null || change.phase === "busy") return null;
  return change.error === null ? <Done change={change} /> : <Refusal change={change} error={change.error} />;
}

/** A11Y: scrolls the outcome into view and has it read aloud, wherever the pressed button was. */
function OutcomeBox({ change, children }: { readonly change: AskedAndDone; readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (change.phase !== "busy") box.current?.focus();
  }, [change]);
  return (
    <div ref={box} className={styles["outcome"]} tabIndex={-1}>
      {children}
    </div>
  );
}

function Done({ change }: { readonly change: AskedAndDone }) {
  const { asked, secret, tokens } = change;
  const t = useTranslations("administration");
  const isInvitation = asked.kind === "invitation" || (asked.kind === "add" && asked.access === "invitation");
  return (
    <OutcomeBox change={change}>
      <p className={styles["done"]}>{t(`done.${asked.kind}`)}</p>
      {asked.kind === "add" && <p>{t(`done.${asked.access}`)}</p>}
      {secret !== null && <Secret text={isInvitation ? `${addressOf(paths.invite)}#${secret}` : secret} />}
      {tokens.length > 0 && (
        <>
          <p>{t("tokens.goOn")}</p>
          <ul className={styles["rows"]}>
            {tokens.map(({ id, program, username }) => (
              <li key={id}>
                <strong>
                  <bdi>{program}</bdi>
                </strong>{" "}
                <span className={styles["quiet"]}>{username}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </OutcomeBox>
  );
}

function Refusal({ change, error }: { readonly change: AskedAndDone; readonly error: CallError }) {
  const t = useTranslations("administration");
  if (error.code === "proof_required") return <ProveForm />;
  if (isOfField(change.asked, error)) return null;
  const text = error.code === "conflict" ? t("person.stays") : <ErrorText error={error} />;
  return (
    <OutcomeBox change={change}>
      <FailureNotice>{isInDoubt(error) ? t("inDoubt") : text}</FailureNotice>
    </OutcomeBox>
  );
}

/** Whether an error is shown at a field: either it names the field, or it is a conflict about the user name. */
const isOfField = (asked: AskedAndDone["asked"], { code, fieldErrors }: CallError): boolean =>
  (Object.keys(fieldErrors).length > 0 &&
    (asked.kind !== "hours" || Object.keys(fieldErrors).every((field) => boxOf(field) !== null))) ||
  (code === "conflict" && (asked.kind === "add-token" || ("username" in asked && asked.username !== undefined)));

function Secret({ text }: { readonly text: string }) {
  const t = useTranslations("administration");
  const dispatch = useDispatch();
  const [isCopied, showCopied] = useMoment(copiedMs);
  async function copy(): Promise<void> {
    if (await copyText(text)) showCopied();
    else dispatch({ type: "alerts/raised", alertType: "danger", text: { kind: "text", text: t("notCopied") } });
  }
  return (
    <>
      <div className={styles["secret"]}>
        <code>{text}</code>
        <Button onClick={() => void copy()}>{isCopied ? t("copied") : t("copy")}</Button>
      </div>
      <p className={styles["quiet"]}>{t("once")}</p>
    </>
  );
}

/** ADM-7g: before the change, asks for the administrator's password, and for a code if they have a second factor. */
function ProveForm() {
  const t = useTranslations("administration.proof");
  const dispatch = useDispatch();
  const { isBusy, error, needsCode } = useAppState(({ administration }) => administration.proof);
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
    else if (!isBusy) dispatch({ type: "administration/proof-asked", ...typed });
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

/** Shows each refusal at its field; a missing code is asked for, not shown as an error. */
function useWrong(error: CallError | null): { readonly password?: ReactNode; readonly code?: ReactNode } {
  const t = useTranslations("administration.proof");
  if (error === null || error.fieldErrors["code"] !== undefined) return {};
  if (error.fieldErrors["password"] !== undefined) return { password: t("passwordWrong") };
  return { [error.code === "second_factor_refused" ? "code" : "password"]: <ErrorText error={error} /> };
}
