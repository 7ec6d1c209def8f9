import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { addressGroup } from "../http/address-group.ts";
import type { AddRoute } from "../http/route.ts";
import { done, mapOk, refused } from "../kernel/outcome.ts";
import { changeMail, confirmMail, openLink, type OpenLinkParts, type OwnMailParts, viewMail } from "./own-mail.ts";
import { readStopToken } from "./stop-token.ts";

export interface MailRouteParts extends OwnMailParts, Omit<OpenLinkParts, "mails" | "clock"> {
  /** Signs the links that stop e-mails (`stopToken`). */
  readonly mailKey: string;
}

export function addMailRoutes(route: AddRoute, parts: MailRouteParts): void {
  route(endpoints.viewMail, async ({ caller }) =>
    done({ status: 200, body: { mail: await viewMail(parts, caller.user) } }),
  );
  route(endpoints.changeMail, async ({ caller, body }) => mapOk(await changeMail(parts, caller.user, body), ok));
  route(endpoints.confirmMail, async ({ body }) => mapOk(await confirmMail(parts, body.link), ok));
  route(endpoints.openMailLink, async ({ body: { link }, userAgent, address }) =>
    mapOk(await openLink(parts, { link, userAgent, address: addressGroup(address) }), ok),
  );
  route(endpoints.notePushShown, async ({ caller: { user }, body: { room, seq } }) => {
    if (!hasPermission(user.roles, "rooms.view")) return refused("forbidden");
    await parts.mails.noteShown(user.id, room, seq);
    return done({ status: 200, body: { noted: true } });
  });
}

/** MAIL-7: mail programs send a form. */
export function addMailFormRoutes(
  route: AddRoute,
  { mails, mailKey }: Pick<MailRouteParts, "mails" | "mailKey">,
): void {
  route(endpoints.stopMail, async ({ params: { link } }) => {
    const participantId = readStopToken(mailKey, link);
    if (participantId === null) return refused("not_found");
    await mails.choose(participantId, false);
    return done({ status: 200, body: { stopped: true } });
  });
}

const ok = <Body>(body: Body) => ({ status: 200, body }) as const;
