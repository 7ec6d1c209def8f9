import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { LateWords } from "./language/late-words.tsx";
import { Button, ButtonLink } from "./design/button.tsx";
import section from "./design/section.module.css";
import { paths } from "./navigation/paths.ts";
import { usePageLink } from "./navigation/use-page-link.ts";
import { SignInFrame } from "./sign-in/sign-in-frame.tsx";
import { useCommands } from "./state/app-context.ts";
import { CodeForm } from "./two-factor/code-form.tsx";
import { lateWords } from "./two-factor/late-words.ts";
import { RecoveryCodes } from "./two-factor/recovery-codes.tsx";
import { SetUp } from "./two-factor/set-up.tsx";
import { useFactor } from "./two-factor/use-factor.ts";

/** SIGN-6: instead of every other screen, for whose session lacks its second factor. */
export function SecondFactorScreen({ due }: { readonly due: "enrol" | "code" }) {
  return <LateWords words={lateWords}>{due === "enrol" ? <Enrol /> : <Give />}</LateWords>;
}

function Enrol() {
  const t = useTranslations("twoFactor");
  const { askFactor } = useCommands();
  const { shown, ask } = useFactor();
  const offer = () => ask({ kind: "offer", proof: null });
  useEffect(() => askFactor({ type: "two-factor/asked", asked: { kind: "offer", proof: null } }), [askFactor]);
  const { codes } = shown;
  const title = codes === undefined ? t("enrolTitle") : t("codes.title");
  return (
    <SignInFrame key={title} title={title}>
      <div className={section["section"]}>
        {codes === undefined ? (
          <>
            <p>{t("enrolWhy")}</p>
            <SetUp onAgain={offer} />
          </>
        ) : (
          <RecoveryCodes codes={codes} onRead={() => askFactor({ type: "two-factor/closed" })} />
        )}
      </div>
      <Leave />
    </SignInFrame>
  );
}

function Give() {
  const t = useTranslations("twoFactor");
  const { ask, isBusy, errorOf } = useFactor();
  const { askFactor } = useCommands();
  const [kind, setKind] = useState<"code" | "recovery">("code");
  function choose(other: typeof kind): void {
    askFactor({ type: "two-factor/closed" });
    setKind(other);
  }
  return (
    <SignInFrame title={t("giveTitle")}>
      <div className={section["section"]}>
        <p>{t("giveWhy")}</p>
        <CodeForm
          key={kind}
          kind={kind}
          label={t("give")}
          isBusy={isBusy("give")}
          error={errorOf("give")}
          onCode={(code) => ask({ kind: "give", code })}
        />
        <Button look="link" onClick={() => choose(kind === "code" ? "recovery" : "code")}>
          {kind === "code" ? t("toRecovery") : t("toCode")}
        </Button>
        {kind === "recovery" && <p className={section["note"]}>{t("lost")}</p>}
      </div>
      <Leave />
    </SignInFrame>
  );
}

function Leave() {
  const t = useTranslations("logout");
  return (
    <ButtonLink look="link" {...usePageLink(paths.logout)}>
      {t("leave")}
    </ButtonLink>
  );
}
