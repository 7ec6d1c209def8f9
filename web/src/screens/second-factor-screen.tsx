import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button, ButtonLink } from "../design/button.tsx";
import section from "../design/section.module.css";
import { paths } from "../state/navigation/paths.ts";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import { SignInFrame } from "../sign-in/sign-in-frame.tsx";
import { useDispatch } from "../state/app-context.ts";
import { CodeForm, SetUp } from "../sign-in/second-factor/code-form.tsx";
import { RecoveryCodes } from "../sign-in/second-factor/recovery-codes.tsx";
import { useFactor } from "../sign-in/second-factor/use-factor.ts";

export function SecondFactorScreen({ due }: { readonly due: "enrol" | "code" | "codes" }) {
  return due === "enrol" ? <Enrol /> : due === "code" ? <Give /> : <Codes />;
}

function Enrol() {
  const t = useTranslations("twoFactor");
  const dispatch = useDispatch();
  const { ask } = useFactor();
  const offer = () => ask({ kind: "offer", proof: null });
  useEffect(() => dispatch({ type: "two-factor/asked", asked: { kind: "offer", proof: null } }), [dispatch]);
  return (
    <SignInFrame title={t("enrolTitle")}>
      <div className={section["section"]}>
        <p>{t("enrolWhy")}</p>
        <SetUp onAgain={offer} />
      </div>
      <Leave />
    </SignInFrame>
  );
}

/** SIGN-6b: shows the codes, or explains that nobody has seen them (SIGN-6c) or that they are void. The person cannot skip this. */
function Codes() {
  const t = useTranslations("twoFactor.codes");
  const dispatch = useDispatch();
  const { codes = "unseen" } = useFactor().shown;
  const areShown = typeof codes !== "string";
  return (
    <SignInFrame title={areShown ? t("title") : t(`${codes}Title`)}>
      <div className={section["section"]}>
        {areShown ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <>
            <p>{t(codes)}</p>
            <Button look="primary" onClick={() => dispatch({ type: "two-factor/codes-stored" })}>
              {t("goOn")}
            </Button>
          </>
        )}
      </div>
    </SignInFrame>
  );
}

function Give() {
  const t = useTranslations("twoFactor");
  const { ask, isBusy, errorOf } = useFactor();
  const dispatch = useDispatch();
  const [kind, setKind] = useState<"code" | "recovery">("code");
  function choose(other: typeof kind): void {
    dispatch({ type: "two-factor/closed" });
    setKind(other);
  }
  return (
    <SignInFrame title={t("giveTitle")}>
      <div className={section["section"]}>
        <p>{kind === "code" ? t("giveWhy") : t("recoveryWhy")}</p>
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
