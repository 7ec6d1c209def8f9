import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { ButtonLink } from "../../design/button.tsx";
import { ErrorText } from "../../design/error-text.tsx";
import { FailureNotice } from "../../design/notice.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { takeFragment } from "../../platform/page/address.ts";
import { reloadOnFragment } from "../../platform/page/watch-fragment.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import { paths } from "../../state/navigation/paths.ts";
import { usePageLink } from "../../state/navigation/use-page-link.ts";
import { me } from "../../state/selectors.ts";
import type { LinkUse } from "./mail-shape.ts";

interface MailLink {
  readonly use: LinkUse;
  readonly token: string;
  /** The room that an opening link is for; otherwise empty. */
  readonly room: string;
}

/** POST-3, POST-4, POST-5: reads the fragment of a link: `off=token`, `token.room`, or a token that confirms an address. */
export function linkOf(fragment: string): MailLink {
  if (fragment.startsWith("off=")) return { use: "stop", token: fragment.slice(4), room: "" };
  const [, token, room] = /^([\w-]+)\.((?:oferta|cerere)\.\d+)$/.exec(fragment) ?? [];
  return token !== undefined && room !== undefined
    ? { use: "open", token, room }
    : { use: "confirm", token: fragment, room: "" };
}

/** Links of e-mails work by a press, since mail programs open links to check them. */
export function MailScreen({ Frame }: { readonly Frame: ComponentType<{ title: string; children: ReactNode }> }) {
  const t = useTranslations("mail");
  const [link] = useState(() => linkOf(takeFragment()));
  useEffect(reloadOnFragment, []);
  const self = useAppState(me);
  const { phase } = useAppState((state) => state.mail.link);
  const home = usePageLink(paths.home);
  const isOpenedByAccount = link.use === "open" && self !== null && !self.onlyRoom;
  return (
    <Frame title={t(`${link.use}Title`)}>
      {isOpenedByAccount ? <AccountWay name={self.name} room={link.room} /> : <LinkWay link={link} />}
      {(phase === "done" || phase === "failed") && (
        <ButtonLink look="link" {...home}>
          {t(self === null ? "toSignIn" : "toPage")}
        </ButtonLink>
      )}
    </Frame>
  );
}

/** POST-4a: whoever is signed in needs no session of one room. */
function AccountWay({ name, room }: { readonly name: string; readonly room: string }) {
  const t = useTranslations("mail");
  return (
    <>
      <p>{t("openSignedIn", { name })}</p>
      <ButtonLink look="primary" {...usePageLink(paths.view(room))}>
        {t("open")}
      </ButtonLink>
    </>
  );
}

function LinkWay({ link: { use, token } }: { readonly link: MailLink }) {
  const t = useTranslations("mail");
  const { phase, error, address } = useAppState((state) => state.mail.link);
  const dispatch = useDispatch();
  if (phase === "done") return <p role="status">{use === "stop" ? t("stopped") : t("confirmed", { address })}</p>;
  const isEnded = token === "" || error?.code === "not_found";
  if (isEnded) return <FailureNotice>{t("ended")}</FailureNotice>;
  return (
    <>
      <p>{t(`${use}Text`)}</p>
      {error && (
        <FailureNotice>
          <ErrorText error={error} />
        </FailureNotice>
      )}
      <WaitButton
        look="primary"
        isWide
        error={error}
        isBusy={phase === "busy"}
        onClick={() => dispatch({ type: "mail/link-asked", use, token })}
      >
        {t(use)}
      </WaitButton>
    </>
  );
}
