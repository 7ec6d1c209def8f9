import { type FormEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { useCommands } from "../state/use-chat.ts";
import styles from "./open-offer-form.module.css";

interface OpenOfferFormProps {
  /** The number that was tried before, to be mended. */
  readonly tried?: string;
  readonly onOpened?: () => void;
}

/** Joins the room of an offer by the offer's number (ROOM-5). A wrong value is said at the field, without asking the server. */
export function OpenOfferForm({ tried = "", onOpened }: OpenOfferFormProps) {
  const t = useTranslations("openOffer");
  const { joinRoom } = useCommands();
  const [value, setValue] = useState(tried);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function open(event: FormEvent) {
    event.preventDefault();
    const offerNumber = value.trim();
    if (/^[1-9]\d{0,14}$/.test(offerNumber)) {
      joinRoom(offerNumber);
      onOpened?.();
    } else {
      setError(offerNumber === "" ? t("missing") : t("notDigits"));
      field.current?.focus();
    }
  }

  return (
    <form className={styles["form"]} onSubmit={open} noValidate>
      <Field
        ref={field}
        label={t("label")}
        hint={t("hint")}
        error={error}
        name="offer"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        value={value}
        onChange={(event) => {
          setValue(event.target.value);
          setError(undefined);
        }}
      />
      <Button look="primary" type="submit" isWide>
        {t("submit")}
      </Button>
    </form>
  );
}
