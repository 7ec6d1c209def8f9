import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import printed from "../design/printed-sheet.module.css";
import section from "../design/section.module.css";
import { copyText, pageBody } from "../platform/page.ts";
import { printPage } from "../platform/print-page.ts";
import { useBackToClose } from "../platform/use-back-to-close.ts";
import { useMoment } from "../platform/use-moment.ts";
import { warnBeforeUnload } from "../platform/warn-before-unload.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import { me } from "../state/selectors.ts";

/** How long copied codes say so, ms. */
const copiedMs = 2000;

const stay = (): void => undefined;

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** They were stored. */
  readonly onRead: () => void;
}

/** SIGN-6a: the recovery codes, for once: to be copied or printed. */
export function RecoveryCodes({ codes, onRead }: RecoveryCodesProps) {
  const t = useTranslations("twoFactor.codes");
  const { raiseAlert } = useCommands();
  const [isCopied, showCopied] = useMoment(copiedMs);
  const [isPrinting, setIsPrinting] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // WEB-10: what was pressed before is gone.
  useEffect(() => list.current?.focus(), []);
  // SIGN-6e
  useBackToClose(stay);
  // SIGN-6f
  useEffect(() => warnBeforeUnload(() => true), []);
  async function copy(): Promise<void> {
    if (await copyText(codes.join("\n"))) showCopied();
    else raiseAlert("danger", { kind: "text", text: t("notCopied") });
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
        <Button look="primary" onClick={onRead}>
          {t("read")}
        </Button>
      </div>
      {isPrinting && createPortal(<PrintedCodes codes={codes} onDone={() => setIsPrinting(false)} />, pageBody())}
    </>
  );
}

/** The codes on paper, and nothing else of the page. */
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
