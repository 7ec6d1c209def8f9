import { meFromWire } from "../../api/from-wire.ts";
import type { Outside } from "../../state/part.ts";
import type { Runners } from "../../state/shape.ts";
import type { MailEffects } from "./mail-shape.ts";

export const lateRunners = ({ api: { call }, settle }: Outside): Runners<keyof MailEffects> => ({
  "call-mail": () =>
    settle(
      call("viewMail"),
      ({ mail }) => ({ type: "mail/loaded", own: mail }),
      (error) => ({ type: "mail/failed", error }),
    ),
  "call-change-mail": ({ address, isWanted }) =>
    settle(
      call("changeMail", {
        body: { ...(address !== undefined && { address }), ...(isWanted !== undefined && { is_wanted: isWanted }) },
      }),
      ({ mail }) => ({ type: "mail/loaded", own: mail }),
      (error) => ({ type: "mail/failed", error }),
    ),
  "call-mail-link": ({ use, token: link }) => {
    const failed = (error: Parameters<Parameters<typeof settle>[2] & object>[0]) =>
      ({ type: "mail/link-failed", error }) as const;
    if (use === "open")
      settle(
        call("openMailLink", { body: { link } }),
        ({ token, user }) => ({ type: "sign-in/accepted", token, me: meFromWire(user) }),
        failed,
      );
    else if (use === "confirm")
      settle(call("confirmMail", { body: { link } }), ({ address }) => ({ type: "mail/link-used", address }), failed);
    else
      settle(call("stopMail", { params: { link }, body: {} }), () => ({ type: "mail/link-used", address: "" }), failed);
  },
});
