import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../../design/field.tsx";
import section from "../../design/section.module.css";
import { WaitButton } from "../../design/wait-button.tsx";
import type { CallError } from "../../state/entities.ts";
import type { CodeProblem } from "@cuplaj/protocol/second-factor.ts";
import { Wait, ErrorText } from "../../design/error-text.tsx";
import { ButtonLink } from "../../design/button.tsx";
import { FailureNotice } from "../../design/notice.tsx";
import { useFactor } from "./use-factor.ts";
import { encode } from "uqr";

interface CodeFormProps {
  readonly kind: "code" | "recovery";
  readonly label: string;
  readonly isBusy: boolean;
  readonly error: CallError | null;
  readonly onCode: (code: string) => void;
}

export const codeInput = {
  code: { name: "one-time-code", autoComplete: "one-time-code", inputMode: "numeric" },
  recovery: { name: "recovery-code", autoComplete: "off", autoCapitalize: "none", spellCheck: false },
} as const;

export function CodeForm({ kind, label, isBusy, error, onCode }: CodeFormProps) {
  const t = useTranslations("twoFactor");
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error === null) return;
    field.current?.select();
    field.current?.form?.scrollIntoView({ block: "nearest" });
  }, [error]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const isEmpty = code.trim() === "";
    setIsMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (!isBusy) onCode(code);
  }
  const refusal = error === null ? undefined : <CodeRefusal error={error} isRecovery={kind === "recovery"} />;
  return (
    <form className={section["form"]} onSubmit={submit} noValidate>
      <Field
        {...codeInput[kind]}
        ref={field}
        label={t(kind)}
        hint={t(`${kind}Hint`)}
        error={isMissing ? t("missing") : refusal}
        value={code}
        onChange={({ target }) => {
          setCode(target.value);
          setIsMissing(false);
        }}
      />
      <WaitButton type="submit" look="primary" isWide error={error} isBusy={isBusy}>
        {isBusy ? t("busy") : label}
      </WaitButton>
    </form>
  );
}

/** SIGN-6d: a wait longer than this, in s, is due to too many wrong codes (TFA-2c). */
const longestUsualWait = 60;

export function CodeRefusal({ error, isRecovery }: { readonly error: CallError; readonly isRecovery: boolean }) {
  const t = useTranslations("twoFactor");
  if (error.code === "conflict") return t("changedMeanwhile");
  if (error.code === "too_many_requests" && (error.retryAfterSeconds ?? 0) > longestUsualWait)
    return <Wait error={error}>{(seconds) => t("closed", { minutes: Math.ceil(seconds / 60) })}</Wait>;
  const problem = problemOf(error);
  if (problem === null) return <ErrorText error={error} />;
  return isRecovery && problem === "wrong" ? t("recoveryWrong") : t(`problem.${problem}`);
}

const problems: readonly CodeProblem[] = ["wrong", "used", "expired"];

/** The problem that the server named; an unknown one counts as `wrong`. */
function problemOf({ code, details }: CallError): CodeProblem | null {
  if (code !== "second_factor_refused") return null;
  const named = typeof details === "object" && details !== null && "problem" in details ? details.problem : null;
  return problems.find((each) => each === named) ?? "wrong";
}

export function SetUp({ onAgain }: { readonly onAgain: () => void }) {
  const t = useTranslations("twoFactor");
  const { shown, ask, isBusy, errorOf } = useFactor();
  const refused = errorOf("offer");
  if (refused !== null)
    return (
      <>
        <FailureNotice>
          <CodeRefusal error={refused} isRecovery={false} />
        </FailureNotice>
        <WaitButton error={refused} onClick={onAgain} />
      </>
    );
  if (shown.offered === undefined) return <p role="status">{t("preparing")}</p>;
  const { uri, secret } = shown.offered;
  return (
    <>
      <p>{t("scan")}</p>
      <QrCode text={uri} label={t("qr")} />
      <ButtonLink look="link" href={uri}>
        {t("onPhone")}
      </ButtonLink>
      <div>
        <p className={section["note"]}>{t("byHand")}</p>
        <code>{secret.replaceAll(/(.{4})(?=.)/gu, "$1 ")}</code>
      </div>
      <CodeForm
        kind="code"
        label={t("confirm")}
        isBusy={isBusy("confirm")}
        error={errorOf("confirm")}
        onCode={(code) => ask({ kind: "confirm", secret, code })}
      />
    </>
  );
}

/** The quiet zone that scanners need around a code, in modules. */
const border = 4;

/** A QR code, dark on light in every theme, since most scanners need that. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const whole = size + 2 * border;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-border} ${-border} ${whole} ${whole}`}
      width="220"
      height="220"
      shapeRendering="crispEdges"
    >
      <rect x={-border} y={-border} width={whole} height={whole} fill="white" />
      <path d={dark.join("")} fill="black" />
    </svg>
  );
}
