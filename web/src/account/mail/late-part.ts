import { offlineError } from "../../state/entities.ts";
import type { LatePartOf } from "../../state/part.ts";
import { retryLater, underWay, withoutFailure } from "../../state/retries/retries-state.ts";
import { isOffline } from "../../state/selectors.ts";
import type { AppState } from "../../state/shape.ts";
import { changed, type Change } from "../../state/transition.ts";
import type { MailEvents, MailState } from "./mail-shape.ts";

const mailKey = "mail";

export const latePart: LatePartOf<MailEvents> = {
  handlers: {
    "mail/asked": ask,
    "mail/loaded": (state, { own }) =>
      changed(withMail(withoutFailure(state, mailKey), { own: own ?? "none", isSaving: false, error: null })),
    "mail/failed": (state, { error }, context) => {
      const failed = withMail(state, { isSaving: false, error });
      return state.mail.isSaving ? changed(failed) : retryLater(failed, mailKey, error, context);
    },
    "mail/change-asked": (state, { address, isWanted }) => {
      if (state.mail.isSaving) return changed(state);
      // Changes are not queued: without a connection they are refused at once.
      if (isOffline(state)) return changed(withMail(state, { error: offlineError }));
      return changed(withMail(state, { isSaving: true, error: null }), [
        {
          type: "call-change-mail",
          ...(address !== undefined && { address }),
          ...(isWanted !== undefined && { isWanted }),
        },
      ]);
    },

    "mail/link-asked": (state, { use, token }) =>
      state.mail.link.phase === "busy"
        ? changed(state)
        : changed(withLink(state, { phase: "busy", error: null }), [{ type: "call-mail-link", use, token }]),
    "mail/link-used": (state, { address }) => changed(withLink(state, { phase: "done", address })),
    "mail/link-failed": (state, { error }) => changed(withLink(state, { phase: "failed", error })),
  },
  retry: (state, isDue) => (isDue(mailKey) ? ask(state) : changed(state)),
};

function ask(state: AppState): Change {
  return changed(withMail(underWay(state, mailKey), { error: null }), [{ type: "call-mail" }]);
}

const withMail = (state: AppState, more: Partial<MailState["mail"]>): AppState => ({
  ...state,
  mail: { ...state.mail, ...more },
});

const withLink = (state: AppState, more: Partial<MailState["mail"]["link"]>): AppState =>
  withMail(state, { link: { ...state.mail.link, ...more } });
