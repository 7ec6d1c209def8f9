import { offlineError } from "../state/entities.ts";
import type { LatePartOf } from "../state/part.ts";
import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { isOffline } from "../state/selectors.ts";
import type { AppEvent, AppState } from "../state/shape.ts";
import { andThen, changed, type Change, dispatchLater } from "../state/transition.ts";
import type {
  Administration,
  AdministrationEvents,
  AskedAndDone,
  AskedChange,
  Section,
} from "./administration-shape.ts";
import { loading, noPages, noProof } from "./administration-part.ts";

const ready = { phase: "ready", error: null } as const;
const noSecrets = { secret: null, tokens: [] };

const sections = ["people", "tokens", "hours", "audit", "installation"] as const satisfies readonly Section[];
const keyOf = (section: Section): string => `administration.${section}`;

export const latePart: LatePartOf<AdministrationEvents> = {
  handlers: {
    "administration/people-asked": (state, { search, page }) => {
      const { people } = state.administration;
      const { list, total } = people;
      const from = search === people.question && page > 1 ? people : { ...noPages, list, total };
      const asked = showing(state, { people: { ...from, ...loading, question: search } });
      return changed(asked, [{ type: "call-people", search, page }]);
    },
    "administration/people-loaded": (state, loaded) => {
      const { people } = state.administration;
      if (loaded.question !== people.question) return changed(state);
      const list = joined(loaded.page > 1 ? people.list : [], loaded.list);
      return arrived(state, "people", { people: { ...loaded, ...ready, list } });
    },

    "administration/tokens-asked": (state) =>
      changed(showing(state, { tokens: { ...state.administration.tokens, ...loading } }), [{ type: "call-tokens" }]),
    "administration/tokens-loaded": (state, { list }) => arrived(state, "tokens", { tokens: { ...ready, list } }),

    "administration/audit-asked": (state, { question, page }) => {
      const from = page > 1 ? state.administration.audit : noPages;
      const asked = showing(state, { audit: { ...from, ...loading, question } });
      return changed(asked, [{ type: "call-audit", question, page }]);
    },
    "administration/audit-loaded": (state, loaded) => {
      const { audit } = state.administration;
      if (loaded.question !== audit.question) return changed(state);
      return arrived(state, "audit", { audit: { ...loaded, ...ready, list: joined(audit.list, loaded.list) } });
    },

    "administration/installation-asked": (state) =>
      changed(showing(state, { installation: { ...state.administration.installation, ...loading } }), [
        { type: "call-installation" },
      ]),
    "administration/installation-loaded": (state, { value }) =>
      arrived(state, "installation", { installation: { ...ready, value } }),

    "administration/hours-asked": (state) => changed(withHours(state, loading), [{ type: "call-hours" }]),
    "administration/hours-loaded": (state, { value }) => {
      const hours = { ...state.administration.hours, ...ready, value };
      return arrived(state, "hours", { hours });
    },
    // An edit hides the outcome of the one before.
    "administration/hours-edited": (state, { edited }) => {
      const { change } = state.administration;
      return changed(showing(withHours(state, { edited }), { change: change?.phase === "busy" ? change : null }));
    },

    "administration/load-failed": (state, { section, error }, context) => {
      const failed = { ...state.administration[section], phase: "failed", error };
      return retryLater(showing(state, { [section]: failed }), keyOf(section), error, context);
    },

    "administration/change-asked": (state, { asked }) => {
      if (state.administration.change?.phase === "busy") return changed(state);
      // Changes are not queued: without a connection they are refused at once.
      if (isOffline(state))
        return changed(showing(state, { change: { asked, phase: "failed", error: offlineError, ...noSecrets } }));
      const change = { asked, phase: "busy", error: null, ...noSecrets } as const;
      return changed(showing(state, { change, proof: noProof }), [{ type: "call-change", asked }]);
    },
    "administration/changed": (state, { asked, account, secret, tokens }) => {
      const { people } = state.administration;
      const list = people.list.map((each) => (each.id === account?.id ? account : each));
      const after = outcome(state, { asked, phase: "done", error: null, secret, tokens });
      if (asked.kind === "hours")
        return changed(withSavedHours(after, asked), [{ type: "call-settings" }, settingsAgain]);
      const again = listAfter(asked, people.question);
      return changed(
        showing(after, { people: { ...people, list } }),
        again === null ? [] : [{ type: "dispatch", event: again }],
      );
    },
    "administration/change-failed": (state, { asked, error }) =>
      changed(outcome(state, { asked, phase: "failed", error, ...noSecrets })),
    "administration/proof-asked": (state, { password, code }) => {
      if (state.administration.proof.isBusy) return changed(state);
      if (isOffline(state)) return changed(withProof(state, { error: offlineError }));
      return changed(withProof(state, { isBusy: true, error: null }), [{ type: "call-proof", password, code }]);
    },
    "administration/proven": (state) => {
      const { change } = state.administration;
      const proven = withProof(state, noProof);
      if (change?.error?.code !== "proof_required") return changed(proven);
      const again = { type: "administration/change-asked", asked: change.asked } as const;
      return changed(proven, [{ type: "dispatch", event: again }]);
    },
    "administration/proof-failed": (state, { error }) => {
      const isOfCode = error.fieldErrors["code"] !== undefined || error.code === "second_factor_refused";
      return changed(withProof(state, { isBusy: false, error, ...(isOfCode && { needsCode: true }) }));
    },
    "administration/change-read": (state) => changed(showing(state, { change: null })),
  },
  retry: (state, isDue) =>
    sections
      .filter((section) => state.administration[section].phase === "failed" && isDue(keyOf(section)))
      .reduce((change, section) => andThen(change, (next) => loadAgain(next, section)), changed(state)),
};

function joined<Row extends { readonly id: number }>(list: readonly Row[], further: readonly Row[]): readonly Row[] {
  const known = new Set(list.map(({ id }) => id));
  return [...list, ...further.filter(({ id }) => !known.has(id))];
}

function loadAgain(state: AppState, section: Section): Change {
  const { people, audit } = state.administration;
  const wishes: Readonly<Record<Section, AppEvent<keyof AdministrationEvents>>> = {
    people: { type: "administration/people-asked", search: people.question, page: people.page + 1 },
    audit: { type: "administration/audit-asked", question: audit.question, page: audit.page + 1 },
    tokens: { type: "administration/tokens-asked" },
    hours: { type: "administration/hours-asked" },
    installation: { type: "administration/installation-asked" },
  };
  return changed(underWay(state, keyOf(section)), [{ type: "dispatch", event: wishes[section] }]);
}

function listAfter({ kind }: AskedChange, search: string): AppEvent<keyof AdministrationEvents> | null {
  if (kind === "add") return { type: "administration/people-asked", search, page: 1 };
  return kind === "add-token" || kind === "end-token" ? { type: "administration/tokens-asked" } : null;
}

/** HOURS-3: by then every process has applied the new hours. */
const settingsAgain = dispatchLater("hours-applied", 2500, { type: "settings/asked" });

/** Keeps as unsaved what was edited while saving. */
function withSavedHours(state: AppState, { hours, edited }: Extract<AskedChange, { kind: "hours" }>): AppState {
  const { edited: latest } = state.administration.hours;
  return withHours(state, { value: { hours }, edited: latest === edited ? null : latest });
}

const withHours = (state: AppState, more: Partial<Administration["hours"]>): AppState =>
  showing(state, { hours: { ...state.administration.hours, ...more } });

const showing = (state: AppState, more: Partial<Administration>): AppState => ({
  ...state,
  administration: { ...state.administration, ...more },
});

const arrived = (state: AppState, section: Section, more: Partial<Administration>): Change =>
  changed(withoutFailure(showing(state, more), keyOf(section)));

/** ADM-7a: a change's outcome shows where the change was made, unless that place was closed. */
const outcome = (state: AppState, change: AskedAndDone): AppState =>
  state.administration.change?.asked === change.asked ? showing(state, { change }) : state;

const withProof = (state: AppState, more: Partial<Administration["proof"]>): AppState =>
  showing(state, { proof: { ...state.administration.proof, ...more } });
