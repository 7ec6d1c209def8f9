import { offerRoomName } from "@cuplaj/protocol/channels.ts";
import { createContext, type ReactNode, use } from "react";
import { useTranslations } from "use-intl";
import { usePageLink } from "../state/navigation/use-page-link.ts";
import type { QuietRequestLine } from "../state/history/group-lines.ts";
import { paths } from "../state/navigation/paths.ts";
import { namedInSentence } from "../state/participants/person-name.tsx";
import { useReader } from "../state/participants/reader.ts";
import { isSamePerson } from "../state/selectors.ts";
import type { RequestUpdate } from "../state/request-entities.ts";

/** Whether a line is only read aloud: a link in it would take the focus unseen. */
export const IsSpoken = createContext(false);

/** ASK-9: describes what became of a request, with the reason or the offer. */
export function RequestUpdateText({ update }: Pick<QuietRequestLine, "update">) {
  const t = useTranslations("lines.request");
  const isOwn = isSamePerson(useReader(), update.by);
  const { offer } = update;
  const { reason, state } = update.request;
  if (offer) return <Answered offer={offer} />;
  if (state === "ordered") return t("ordered");
  const key = state === "withdrawn" || state === "closed" ? state : "reopened";
  const what = t.rich(isOwn ? ownKeys[key] : key, { by: update.by.name, b: namedInSentence });
  return reason === null ? what : t.rich("because", { what: () => what, reason, b: namedInSentence });
}

const ownKeys = { withdrawn: "youWithdrew", closed: "youClosed", reopened: "youReopened" } as const;

function Answered({ offer: { number, isElsewhere } }: { readonly offer: NonNullable<RequestUpdate["offer"]> }) {
  const t = useTranslations("lines.request");
  const isLinked = !use(IsSpoken) && isElsewhere;
  const link = usePageLink(paths.view(offerRoomName(number)));
  const a = (chunks: ReactNode) => (isLinked ? <a {...link}>{chunks}</a> : chunks);
  return t.rich(isElsewhere ? "answeredElsewhere" : "answered", { number: String(number), a });
}
