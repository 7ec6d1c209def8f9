import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { isSamePerson, me } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import { changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";

/** The key of a failure to save the language (SYNC-8a). */
const failureKey = "account.language";

/**
 * ACC-2: the language that was chosen last holds on all of a person's devices. A choice made here is saved on the server until that
 * has worked; one made elsewhere is followed. On signing in the saved one holds, unless another was chosen on this very page before.
 */
export const languageHandlers: Handlers<
  | "language/chosen"
  | "sign-in/accepted"
  | "session/restored"
  | "session/begun-elsewhere"
  | "account/language-saved"
  | "account/language-failed"
> = {
  "language/chosen": (state) => (me(state) === null ? changed({ ...state, isLanguageChosen: true }) : save(state)),

  "sign-in/accepted": (state) => {
    const begun = { ...state, isLanguageChosen: false };
    return state.isLanguageChosen ? save(begun) : changed(begun, adoption(state));
  },
  "session/begun-elsewhere": (state) => changed({ ...state, isLanguageChosen: false }, adoption(state)),
  // A choice that an earlier visit could not save.
  "session/restored": save,

  "account/language-saved": (before, { me: self }) => {
    const state = withoutFailure(before, failureKey);
    const loaded: Effect = { type: "dispatch", event: { type: "session/me-loaded", me: self } };
    const isNewest = self.locale === state.language;
    const savingLanguage = isNewest ? null : state.language;
    const again: readonly Effect[] = isNewest ? [] : [{ type: "call-change-language", language: state.language }];
    return changed({ ...state, savingLanguage }, [loaded, ...again]);
  },
  "account/language-failed": (state, { error }, context) =>
    retryLater({ ...state, savingLanguage: null }, failureKey, error, context),
};

/** SYNC-8a: saves the language again. */
export const retryLanguage = (state: AppState, isDue: IsDue): Change =>
  isDue(failureKey) ? save(underWay(state, failureKey)) : changed(state);

/** Notices that another language was saved by another device, unless one that was chosen here is not saved yet. */
export function followLanguage(before: AppState, after: AppState): readonly Effect[] {
  const [was, is] = [me(before), me(after)];
  if (!was || !is || !isSamePerson(was, is)) return [];
  // ACC-2a: what was chosen before the sign-in was complete.
  if (was.locale === is.locale) return was.due === is.due ? [] : [saveEffect(after.language)];
  return was.locale === before.language && after.savingLanguage === null ? adoption(after) : [];
}

const saveEffect = (language: LanguageCode): Effect => ({
  type: "dispatch",
  event: { type: "language/chosen", language },
});

/** Takes the language that is saved. */
function adoption(state: AppState): readonly Effect[] {
  const self = me(state);
  return self && self.locale !== state.language ? [saveEffect(self.locale)] : [];
}

/** Saves the language on the server where that has another, once nothing else comes first; one call at a time. */
function save(state: AppState): Change {
  const { language, savingLanguage } = state;
  const self = me(state);
  return self && self.locale !== language && savingLanguage === null && !self.due
    ? changed({ ...state, savingLanguage: language }, [{ type: "call-change-language", language }])
    : changed(state);
}
