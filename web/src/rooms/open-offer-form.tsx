import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../design/field.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { JoinFailure } from "../design/join-failure.tsx";
import styles from "./open-offer-form.module.css";
import { offerNumberOf, useOwnJoin } from "../state/rooms/use-own-join.ts";

/** ROOM-5, ROOM-9: joins the room of an offer by its number; `tried` prefills a number to correct. */
export function OpenOfferForm({ tried = "" }: { readonly tried?: string }) {
  const t = useTranslations("openOffer");
  const [value, setValue] = useState(tried);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, failure, begin, drop } = useOwnJoin(field);

  function open(event: FormEvent) {
    event.preventDefault();
    const offerNumber = offerNumberOf(value);
    if (offerNumber !== null) return begin(offerNumber);
    const typed = value.trim();
    setError(t(typed === "" ? "missing" : /^\d+$/.test(typed) ? "noSuchNumber" : "notDigits"));
    field.current?.focus();
  }

  return (
    <form className={styles["form"]} onSubmit={open} noValidate>
      <Field
        ref={field}
        label={t("label")}
        hint={t("hint")}
        error={error ?? (failure === null ? undefined : <JoinFailure error={failure} />)}
        name="offer"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        value={value}
        onChange={({ target }) => {
          setValue(target.value);
          setError(undefined);
          drop();
        }}
      />
      <WaitButton look="primary" type="submit" isWide error={failure} isBusy={isBusy}>
        {isBusy ? t("opening") : t("submit")}
      </WaitButton>
    </form>
  );
}
