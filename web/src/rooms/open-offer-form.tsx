import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Field } from "../design/field.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { JoinFailure } from "../design/join-failure.tsx";
import styles from "./rooms-pane.module.css";
import { offerNumberOf, useOwnJoin } from "../state/rooms/use-own-join.ts";

interface OpenOfferFormProps {
  /** The number tried before, to be corrected. */
  readonly tried?: string;
}

/**
 * Joins the room of an offer by the offer's number (ROOM-5). A wrong value is shown at the field, without asking the server; so is
 * the server's refusal (ROOM-9).
 */
export function OpenOfferForm({ tried = "" }: OpenOfferFormProps) {
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

  function change(text: string) {
    setValue(text);
    setError(undefined);
    drop();
  }

  return (
    <form className={styles["openOffer"]} onSubmit={open} noValidate>
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
        onChange={(event) => change(event.target.value)}
      />
      <WaitButton look="primary" type="submit" isWide error={failure} isBusy={isBusy}>
        {isBusy ? t("opening") : t("submit")}
      </WaitButton>
    </form>
  );
}
