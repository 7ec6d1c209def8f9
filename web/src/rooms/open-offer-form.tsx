import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { useAppState, useCommands } from "../state/app-context.ts";
import { roomNameOf } from "./open-room.ts";
import { useJoinFailure } from "./use-join-failure.ts";
import styles from "./open-offer-form.module.css";

interface OpenOfferFormProps {
  /** The number tried before, to be corrected. */
  readonly tried?: string;
  readonly onOpened?: () => void;
}

/**
 * Joins the room of an offer by the offer's number (ROOM-5). A wrong value is shown at the field, without asking the server; so is
 * the server's refusal (ROOM-9).
 */
export function OpenOfferForm({ tried = "", onOpened }: OpenOfferFormProps) {
  const t = useTranslations("openOffer");
  const { joinRoom, dropJoin } = useCommands();
  const [value, setValue] = useState(tried);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, failure, begin } = useOwnJoin(field, onOpened);

  function open(event: FormEvent) {
    event.preventDefault();
    const offerNumber = value.trim();
    if (/^[1-9]\d{0,14}$/.test(offerNumber)) {
      begin(offerNumber);
      joinRoom(offerNumber);
    } else {
      setError(t(offerNumber === "" ? "missing" : /^\d+$/.test(offerNumber) ? "noSuchNumber" : "notDigits"));
      field.current?.focus();
    }
  }

  function change(text: string) {
    setValue(text);
    setError(undefined);
    if (isBusy || failure !== undefined) {
      begin(null);
      dropJoin();
    }
  }

  return (
    <form className={styles["form"]} onSubmit={open} noValidate>
      <Field
        ref={field}
        label={t("label")}
        hint={t("hint")}
        error={error ?? failure}
        name="offer"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        value={value}
        onChange={(event) => change(event.target.value)}
      />
      <Button look="primary" type="submit" isWide isBusy={isBusy}>
        {isBusy ? t("opening") : t("submit")}
      </Button>
    </form>
  );
}

/** This form's join: whether it is under way, and why it failed. */
function useOwnJoin(field: React.RefObject<HTMLInputElement | null>, onOpened = () => {}) {
  const [asked, setAsked] = useState<string | null>(null);
  const joining = useAppState((state) => state.joining);
  const failureText = useJoinFailure();
  const own = asked !== null && joining.phase !== "none" && joining.roomRef === roomNameOf(asked) ? joining : null;
  const isDone = asked !== null && joining.phase === "none";
  const opened = useEffectEvent(onOpened);
  useEffect(() => {
    if (isDone) opened();
  }, [isDone]);
  const isFailed = own?.phase === "failed";
  useEffect(() => {
    if (isFailed) field.current?.select();
  }, [isFailed, field]);
  const failure = own?.phase === "failed" ? failureText(own.error) : undefined;
  return { isBusy: own?.phase === "busy", failure, begin: setAsked };
}
