import { useCallback, useEffect, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { LateWords } from "../language/late-words.tsx";
import { Button } from "../design/button.tsx";
import section from "../design/section.module.css";
import { momentLabel } from "../language/time-label.ts";
import { parseTimestamp } from "../platform/clock.ts";
import { useCommands } from "../state/app-context.ts";
import { lateWords } from "./late-words.ts";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUp } from "./set-up.tsx";
import { useFactor } from "./use-factor.ts";

/** ACC-5: one's own second factor in the account: other recovery codes, another phone. Nothing where none is asked. */
export function OwnFactor() {
  return (
    <LateWords words={lateWords}>
      <Section />
    </LateWords>
  );
}

function Section() {
  const t = useTranslations("twoFactor");
  const { askFactor } = useCommands();
  const { shown } = useFactor();
  const [wish, setWish] = useState<"renew" | "offer" | null>(null);
  const { own, codes, offered } = shown;
  const begin = useCallback(() => {
    askFactor({ type: "two-factor/closed" });
    askFactor({ type: "two-factor/asked", asked: { kind: "view" } });
  }, [askFactor]);
  useEffect(() => {
    begin();
    return () => askFactor({ type: "two-factor/closed" });
  }, [askFactor, begin]);
  function end(): void {
    setWish(null);
    begin();
  }
  if (own?.is_asked !== true) return null;
  return (
    <section className={section["section"]}>
      <h3>{codes === undefined ? t("own.title") : t("codes.title")}</h3>
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onRead={end} />
      ) : wish === null ? (
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

/** What there is, and what can be done with it. */
function Standing({ onWish }: { readonly onWish: (wish: "renew" | "offer") => void }) {
  const t = useTranslations("twoFactor.own");
  const locale = useLocale();
  const { own } = useFactor().shown;
  const since = own?.set_at ?? null;
  if (own === undefined || since === null) return <p className={section["note"]}>{t("none")}</p>;
  return (
    <>
      <p className={section["note"]}>
        {t("since", { when: momentLabel(parseTimestamp(since), locale) })}{" "}
        {t("left", { count: own.recovery_codes_left })}
      </p>
      <Button onClick={() => onWish("renew")}>{t("renew")}</Button>
      <Button onClick={() => onWish("offer")}>{t("move")}</Button>
    </>
  );
}
