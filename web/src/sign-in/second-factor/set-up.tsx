import { useTranslations } from "use-intl";
import { ButtonLink } from "../../design/button.tsx";
import { FailureNotice } from "../../design/notice.tsx";
import section from "../../design/section.module.css";
import { WaitButton } from "../../design/wait-button.tsx";
import { CodeForm, CodeRefusal } from "./code-form.tsx";
import { useFactor } from "./use-factor.ts";
import { encode } from "uqr";

/** Sets up an authenticator, and proves it by a code. */
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

/** Readers need a quiet zone around a code, in modules. */
const border = 4;

/** Dark on light in every theme: most readers know no other. */
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
