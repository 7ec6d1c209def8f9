import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { FailureNotice } from "../design/notice.tsx";
import { useErrorText } from "../language/use-error-text.ts";
import { paths } from "../navigation/paths.ts";
import { addressOf, copyText } from "../platform/page.ts";
import { useMoment } from "../platform/use-moment.ts";
import { isServerAway } from "../retries/may-pass.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { CallError } from "../state/entities.ts";
import styles from "./admin-screen.module.css";
import type { AskedAndDone } from "./administration-shape.ts";

/** How long a copied secret says so, ms. */
const copiedMs = 2000;

/** What became of the last change: why it was refused, or that it is done, with what is told once. */
export function ChangeOutcome() {
  const change = useAppState((state) => state.administration?.change ?? null);
  if (change === null || change.phase === "busy") return null;
  return change.error === null ? <Done change={change} /> : <Refusal change={change} error={change.error} />;
}

function Done({ change: { asked, secret } }: { readonly change: AskedAndDone }) {
  const t = useTranslations("administration");
  const isInvitation = asked.kind === "invitation" || (asked.kind === "add" && asked.access === "invitation");
  return (
    <div className={styles["outcome"]} role="status">
      <p className={styles["done"]}>{t(`done.${asked.kind}`)}</p>
      {asked.kind === "add" && <p>{t(`done.${asked.access}`)}</p>}
      {secret !== null && <Secret text={isInvitation ? `${addressOf(paths.invite)}#${secret}` : secret} />}
    </div>
  );
}

interface RefusalProps {
  readonly change: AskedAndDone;
  readonly error: CallError;
}

/** What is wrong with a field stands there instead. */
function Refusal({ change: { asked }, error }: RefusalProps) {
  const t = useTranslations("administration");
  const errorText = useErrorText();
  if (Object.keys(error.fieldErrors).length > 0) return null;
  if (isServerAway(error) && error.code !== "offline") return <FailureNotice>{t("inDoubt")}</FailureNotice>;
  if (error.code !== "conflict") return <FailureNotice>{errorText(error)}</FailureNotice>;
  // The user name is taken.
  if (asked.kind === "add" || asked.kind === "rename") return null;
  return <FailureNotice>{t("person.stays")}</FailureNotice>;
}

function Secret({ text }: { readonly text: string }) {
  const t = useTranslations("administration");
  const { raiseAlert } = useCommands();
  const [isCopied, showCopied] = useMoment(copiedMs);
  async function copy(): Promise<void> {
    if (await copyText(text)) showCopied();
    else raiseAlert("danger", { kind: "text", text: t("notCopied") });
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
