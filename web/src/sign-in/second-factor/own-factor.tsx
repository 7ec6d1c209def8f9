import { useCallback, useEffect, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../../design/button.tsx";
import section from "../../design/section.module.css";
import { momentLabel } from "../../language/time-label.ts";
import { parseTimestamp } from "../../platform/clock.ts";
import { useCommands } from "../../state/app-context.ts";
import { ProofForm } from "./proof-form.tsx";
import { SetUp } from "./set-up.tsx";
import { useFactor } from "./use-factor.ts";

/** ACC-5: one's own second factor in the account: other recovery codes, another phone. Nothing where none is asked. */
export function OwnFactor() {
  const t = useTranslations("twoFactor");
  const { askFactor } = useCommands();
  const { shown } = useFactor();
  const [wish, setWish] = useState<"renew" | "offer" | null>(null);
  const { own, offered } = shown;
  const begin = useCallback(() => {
    askFactor({ type: "two-factor/closed" });
    askFactor({ type: "two-factor/asked", asked: { kind: "view" } });
  }, [askFactor]);
  useEffect(() => {
    begin();
    return () => askFactor({ type: "two-factor/closed" });
  }, [askFactor, begin]);
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

/** WEB-10: what was pressed is gone with each step, so its heading has the focus; a form takes it to its first field. */
function useHeading(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step && step !== "proof") heading.current?.focus();
    before.current = step;
  }, [step]);
  return heading;
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
        {t("left", { count: own.recovery_codes_left })} {own.recovery_codes_left > 0 && t("unseen")}
      </p>
      <Button onClick={() => onWish("renew")}>{t("renew")}</Button>
      <Button onClick={() => onWish("offer")}>{t("move")}</Button>
    </>
  );
}
