import { type FormEvent, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { OwnMail } from "@cuplaj/protocol/mail.ts";
import { Button } from "../../design/button.tsx";
import { ErrorText } from "../../design/error-text.tsx";
import { Field } from "../../design/field.tsx";
import { Blank, FailureNotice } from "../../design/notice.tsx";
import section from "../../design/section.module.css";
import { WaitButton } from "../../design/wait-button.tsx";
import { useAppState, useDispatch } from "../../state/app-context.ts";

/** POST-1: the person's e-mail address, in the account dialog. */
export function MailSection() {
  const t = useTranslations("mail");
  const { own, error } = useAppState((state) => state.mail);
  const dispatch = useDispatch();
  useEffect(() => dispatch({ type: "mail/asked" }), [dispatch]);
  if (own === "none") return null;
  return (
    <section className={section["section"]}>
      <h3>{t("title")}</h3>
      {own !== null ? (
        <Address key={own.address} own={own} />
      ) : error ? (
        <Blank title={t("failed")} hint={<ErrorText error={error} />} isFailure>
          <WaitButton error={error} onClick={() => dispatch({ type: "mail/asked" })} />
        </Blank>
      ) : (
        <p role="status">{t("loading")}</p>
      )}
    </section>
  );
}

function Address({ own }: { readonly own: OwnMail }) {
  const t = useTranslations("mail");
  const { address, pending, bounced_at: bouncedAt } = own;
  return (
    <>
      <p className={section["note"]}>{t("hint")}</p>
      {pending !== null && <Pending pending={pending} address={address} />}
      {bouncedAt !== null && address !== null && <FailureNotice>{t("bounced", { address })}</FailureNotice>}
      <AddressForm address={address} />
      {address !== null && <Choices isWanted={own.is_wanted} />}
    </>
  );
}

function Pending({ pending, address }: { readonly pending: string; readonly address: string | null }) {
  const t = useTranslations("mail");
  const { isSaving } = useAppState((state) => state.mail);
  const dispatch = useDispatch();
  return (
    <div role="status">
      <p>{t("pending", { address: pending })}</p>
      <Button isBusy={isSaving} onClick={() => dispatch({ type: "mail/change-asked", address: pending })}>
        {t("again")}
      </Button>{" "}
      <Button look="link" onClick={() => dispatch({ type: "mail/change-asked", address })}>
        {t("cancel")}
      </Button>
    </div>
  );
}

function AddressForm({ address }: { readonly address: string | null }) {
  const t = useTranslations("mail");
  const { isSaving, error } = useAppState((state) => state.mail);
  const [typed, setTyped] = useState(address ?? "");
  const [isWrong, setWrong] = useState(false);
  const dispatch = useDispatch();
  const isRefused = error?.fieldErrors["address"] !== undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    const given = typed.trim();
    const isWhole = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(given);
    setWrong(!isWhole);
    if (isWhole) dispatch({ type: "mail/change-asked", address: given });
  }

  return (
    <form className={section["form"]} onSubmit={submit} noValidate>
      <Field
        label={t("address")}
        error={isWrong || isRefused ? t("wrong") : undefined}
        name="email"
        type="email"
        autoComplete="email"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error && !isRefused && (
        <FailureNotice>{error.code === "too_many_requests" ? t("tooSoon") : <ErrorText error={error} />}</FailureNotice>
      )}
      <WaitButton type="submit" error={null} isBusy={isSaving}>
        {isSaving ? t("saving") : t("save")}
      </WaitButton>
    </form>
  );
}

function Choices({ isWanted }: { readonly isWanted: boolean }) {
  const t = useTranslations("mail");
  const dispatch = useDispatch();
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={isWanted}
          onChange={(event) => dispatch({ type: "mail/change-asked", isWanted: event.target.checked })}
        />{" "}
        {t("wanted")}
      </label>
      <Button look="link" onClick={() => dispatch({ type: "mail/change-asked", address: null })}>
        {t("remove")}
      </Button>
    </>
  );
}
