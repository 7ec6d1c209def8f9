import { retryLater, underWay, withoutFailure } from "../state/retries/retries-state.ts";
import { offlineError } from "../state/entities.ts";
import { isOffline } from "../state/selectors.ts";
import type { AppEvent, AppState, Effect } from "../state/shape.ts";
import { andThen, changed, type Change, type Handlers, type IsDue } from "../state/transition.ts";
import type {
  Administration,
  AdministrationEvents,
  AskedAndDone,
  AskedChange,
  Section,
} from "./administration-shape.ts";

const loading = { phase: "loading", error: null } as const;
const ready = { phase: "ready", error: null } as const;
const noPages = { ...loading, list: [], total: 0, page: 0 };

const noProof = { isBusy: false, error: null, needsCode: false };
const noSecrets = { secret: null, tokens: [] };

export const beginning: Administration = {
  people: { ...noPages, question: "" },
  tokens: { ...loading, list: [] },
  audit: { ...noPages, question: {} },
  installation: { ...loading, value: null },
  change: null,
  proof: noProof,
};

const sections = ["people", "tokens", "audit", "installation"] as const satisfies readonly Section[];
/** The key of a failure to load a section (SYNC-8a). */
const keyOf = (section: Section): string => `administration.${section}`;

/** The page of administration (ADM-7). */
export const administrationHandlers: Handlers<keyof AdministrationEvents> = {
  "administration/people-asked": (state, { search, page }) => {
    const { people } = shownIn(state);
    const from =
      search === people.question && page > 1 ? people : { ...noPages, list: people.list, total: people.total };
    return load(state, { people: { ...from, ...loading, question: search } }, { type: "call-people", search, page });
  },
  "administration/people-loaded": (state, loaded) => {
    const { people } = shownIn(state);
    if (loaded.question !== people.question) return changed(state);
    const list = joined(loaded.page > 1 ? people.list : [], loaded.list);
    return arrived(state, "people", { people: { ...loaded, ...ready, list } });
  },

  "administration/tokens-asked": (state) =>
    load(state, { tokens: { ...shownIn(state).tokens, ...loading } }, { type: "call-tokens" }),
  "administration/tokens-loaded": (state, { list }) => arrived(state, "tokens", { tokens: { ...ready, list } }),

  "administration/audit-asked": (state, { question, page }) => {
    const { audit } = shownIn(state);
    const from = page > 1 ? audit : noPages;
    return load(state, { audit: { ...from, ...loading, question } }, { type: "call-audit", question, page });
  },
  "administration/audit-loaded": (state, loaded) => {
    const { audit } = shownIn(state);
    if (loaded.question !== audit.question) return changed(state);
    const list = joined(audit.list, loaded.list);
    return arrived(state, "audit", { audit: { ...loaded, ...ready, list } });
  },

  "administration/installation-asked": (state) =>
    load(state, { installation: { ...shownIn(state).installation, ...loading } }, { type: "call-installation" }),
  "administration/installation-loaded": (state, { value }) =>
    arrived(state, "installation", { installation: { ...ready, value } }),

  "administration/load-failed": (state, { section, error }, context) => {
    const { [section]: before } = shownIn(state);
    return retryLater(
      showing(state, { [section]: { ...before, phase: "failed", error } }),
      keyOf(section),
      error,
      context,
    );
  },

  "administration/change-asked": (state, { asked }) => {
    if (shownIn(state).change?.phase === "busy") return changed(state);
    // Nothing is queued: what cannot leave now is refused now.
    if (isOffline(state)) return withChange(state, { asked, phase: "failed", error: offlineError, ...noSecrets });
    const change = { asked, phase: "busy", error: null, ...noSecrets } as const;
    return changed(showing(state, { change, proof: noProof }), [{ type: "call-change", asked }]);
  },
  "administration/changed": (state, { asked, account, secret, tokens }) => {
    const { people } = shownIn(state);
    const list = people.list.map((each) => (each.id === account?.id ? account : each));
    const after = showing(outcome(state, { asked, phase: "done", error: null, secret, tokens }), {
      people: { ...people, list },
    });
    const again = listAfter(asked, people.question);
    return changed(after, again === null ? [] : [{ type: "dispatch", event: again }]);
  },
  "administration/change-failed": (state, { asked, error }) =>
    changed(outcome(state, { asked, phase: "failed", error, ...noSecrets })),
  "administration/proof-asked": (state, { password, code }) => {
    if (shownIn(state).proof.isBusy) return changed(state);
    if (isOffline(state)) return withProof(state, { error: offlineError });
    const busy = withProof(state, { isBusy: true, error: null });
    return { ...busy, effects: [{ type: "call-proof", password, code }] };
  },
  "administration/proven": (state) => {
    const { change } = shownIn(state);
    const proven = withProof(state, noProof).state;
    // Where the dialog was closed meanwhile nothing is wanted any more.
    if (change?.error?.code !== "proof_required") return changed(proven);
    const again = { type: "administration/change-asked", asked: change.asked } as const;
    return changed(proven, [{ type: "dispatch", event: again }]);
  },
  "administration/proof-failed": (state, { error }) => {
    const isOfCode = error.fieldErrors["code"] !== undefined || error.code === "second_factor_refused";
    return withProof(state, { isBusy: false, error, ...(isOfCode && { needsCode: true }) });
  },
  "administration/change-read": (state) => withChange(state, null),
};

/** What is new moves the pages on: what has come already comes again. */
function joined<Row extends { readonly id: number }>(list: readonly Row[], further: readonly Row[]): readonly Row[] {
  const known = new Set(list.map(({ id }) => id));
  return [...list, ...further.filter(({ id }) => !known.has(id))];
}

/** SYNC-8a: loads again what failed. */
export const retryAdministration = (state: AppState, isDue: IsDue): Change =>
  sections
    .filter((section) => state.administration?.[section].phase === "failed" && isDue(keyOf(section)))
    .reduce((change, section) => andThen(change, (next) => loadAgain(next, section)), changed(state));

function loadAgain(state: AppState, section: Section): Change {
  const { people, audit } = shownIn(state);
  const wishes: Readonly<Record<Section, AppEvent<keyof AdministrationEvents>>> = {
    people: { type: "administration/people-asked", search: people.question, page: people.page + 1 },
    audit: { type: "administration/audit-asked", question: audit.question, page: audit.page + 1 },
    tokens: { type: "administration/tokens-asked" },
    installation: { type: "administration/installation-asked" },
  };
  return changed(underWay(state, keyOf(section)), [{ type: "dispatch", event: wishes[section] }]);
}

/** Which list has somebody or something more, or less. */
function listAfter({ kind }: AskedChange, search: string): AppEvent<keyof AdministrationEvents> | null {
  if (kind === "add") return { type: "administration/people-asked", search, page: 1 };
  return kind === "add-token" || kind === "end-token" ? { type: "administration/tokens-asked" } : null;
}

const shownIn = ({ administration }: AppState): Administration => administration ?? beginning;

const showing = (state: AppState, more: Partial<Administration>): AppState => ({
  ...state,
  administration: { ...shownIn(state), ...more },
});

const load = (state: AppState, more: Partial<Administration>, effect: Effect): Change =>
  changed(showing(state, more), [effect]);

const arrived = (state: AppState, section: Section, more: Partial<Administration>): Change =>
  changed(withoutFailure(showing(state, more), keyOf(section)));

/** ADM-7a: what became of a change stands where it was asked for, and nowhere once that was closed. */
const outcome = (state: AppState, change: AskedAndDone): AppState =>
  shownIn(state).change?.asked === change.asked ? showing(state, { change }) : state;

const withProof = (state: AppState, more: Partial<Administration["proof"]>): Change =>
  changed(showing(state, { proof: { ...shownIn(state).proof, ...more } }));

const withChange = (state: AppState, change: Administration["change"]): Change => changed(showing(state, { change }));
