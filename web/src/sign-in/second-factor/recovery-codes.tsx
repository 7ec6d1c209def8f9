import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import { FailureNotice } from "../../design/notice.tsx";
import printed from "../../design/printed-sheet.module.css";
import section from "../../design/section.module.css";
import { ErrorText } from "../../design/error-text.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { copyText, pageBody } from "../../platform/page/page.ts";
import { printPage } from "../../platform/page/print-page.ts";
import { useBackToClose } from "../../platform/input/use-back-to-close.ts";
import { useMoment } from "../../platform/page/use-moment.ts";
import { warnBeforeUnload } from "../../platform/page/window-attention.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { me } from "../../state/selectors.ts";
import { useFactor } from "./use-factor.ts";

/** SIGN-6b: shows the recovery codes once, to be copied or printed, and stored. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useTranslations("twoFactor.codes");
  const { ask, isBusy, errorOf } = useFactor();
  const error = errorOf("store");
  const dispatch = useDispatch();
  const [isCopied, showCopied] = useMoment(2000);
  const [isPrinting, setIsPrinting] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  // SIGN-6b: the back button must not close the codes.
  useBackToClose(() => undefined);
  useEffect(() => warnBeforeUnload(() => true), []);
  async function copy(): Promise<void> {
    if (await copyText(codes.join("\n"))) showCopied();
    else dispatch({ type: "alerts/raised", alertType: "danger", text: { kind: "text", text: t("notCopied") } });
  }
  return (
    <>
      <p>{t("why")}</p>
      <ul ref={list} tabIndex={-1} aria-label={t("title")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={section["form"]}>
        <Button onClick={() => void copy()}>{isCopied ? t("copied") : t("copy")}</Button>
        <Button onClick={() => setIsPrinting(true)}>{t("print")}</Button>
        {error !== null && (
          <FailureNotice>
            <ErrorText error={error} />
          </FailureNotice>
        )}
        <WaitButton
          look="primary"
          error={error}
          isBusy={isBusy("store")}
          onClick={() => ask({ kind: "store", code: codes[0] ?? "" })}
        >
          {t("read")}
        </WaitButton>
      </div>
      {isPrinting && createPortal(<PrintedCodes codes={codes} onDone={() => setIsPrinting(false)} />, pageBody())}
    </>
  );
}

function PrintedCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const t = useTranslations("twoFactor.codes");
  const username = useAppState((state) => me(state)?.username ?? "");
  const sheet = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => (sheet.current ? printPage(sheet.current, () => done.current()) : undefined), []);
  return (
    <div ref={sheet} className={printed["printed"]}>
      <h1>{t("of", { username })}</h1>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
