import { raiseAlert } from "../state/alerts/alerts-state.ts";
import { isInDoubt } from "../state/retries/may-pass.ts";
import type { Me, Participant, CallError } from "../state/entities.ts";
import { isOffline, isSamePerson, isSilenced, me, ownerKey } from "../state/selectors.ts";
import type { AppState, Effect } from "../state/shape.ts";
import {
  andThen,
  askToSync,
  changed,
  type Change,
  type Handlers,
  dispatchLater,
  dispatched,
} from "../state/transition.ts";
import { withWish } from "../state/wishes.ts";
import { doUnlessUndone, undo } from "../state/undo/undo-state.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import type { Part } from "../state/part.ts";

declare module "../state/shape.ts" {
  interface AppState extends SilenceState {}
  interface AppEvents extends SilenceEvents {}
  interface AppEffects extends SilenceEffects {}
  interface AlertKeys extends Record<`silence.${"begun" | "over" | "failed" | "offline" | "unanswered"}`, true> {}
}

interface Silencing {
  readonly person: Participant;
  readonly isSilenced: boolean;
}

export interface SilenceState {
  readonly silencing: Readonly<Record<string, Silencing>>;
}

export interface SilenceEvents {
  "silence/asked": Silencing;
  "silence/due": Silencing;
  "silence/offline": { readonly person: Participant };
  "silence/answered": { readonly person: Participant; readonly isSilenced: boolean; readonly me: Me };
  "silence/failed": { readonly person: Participant; readonly error: CallError };
  /** The person's silences changed, here or on another device. `isLate` is true once all earlier responses must have arrived. */
  "silence/changed": { readonly isLate: boolean };
}

export interface SilenceEffects {
  "call-silence": Silencing;
}

export type Person = Pick<Participant, "id" | "kind">;

const alertId = (person: Person): string => `silence:${ownerKey(person)}`;

export function isShownSilenced(state: AppState, person: Person): boolean {
  if (state.undoable[alertId(person)]) return true;
  return state.silencing[ownerKey(person)]?.isSilenced ?? isSilenced(me(state), person);
}

export function canSilence(state: AppState, person: Person): boolean {
  const self = me(state);
  return self !== null && !isSamePerson(self, person) && hasPermission(self.roles, "users.silence");
}

/** A response computed before a change may still arrive for this long after it, ms. */
const answersMs = 20_000;

const changedLater: Effect = dispatchLater("silence-recount", answersMs, { type: "silence/changed", isLate: true });

const silenceHandlers: Handlers<keyof SilenceEvents> = {
  "silence/asked": (state, { person, isSilenced: isWanted }) => {
    const isWaiting = state.undoable[alertId(person)] !== undefined;
    if (!isWanted && isWaiting) return undo(state, alertId(person));
    if (isWaiting || !canSilence(state, person) || isShownSilenced(state, person) === isWanted) return changed(state);
    const asked: Silencing = { person, isSilenced: isWanted };
    if (!isWanted) return isOffline(state) ? refused(state, person, "silence.offline") : send(state, asked);
    return doUnlessUndone(
      state,
      alertId(person),
      { due: { type: "silence/due", ...asked }, offline: { type: "silence/offline", person }, whenLeft: "forgotten" },
      { kind: "key", key: "silence.begun", name: person.name },
    );
  },

  "silence/due": (state, { person, isSilenced: isWanted }) => send(state, { person, isSilenced: isWanted }),
  "silence/offline": (state, { person }) => refused(state, person, "silence.offline"),

  "silence/answered": (state, { person, isSilenced: isWanted, me: self }) => {
    const done = changed(withSilencing(state, person, null), [dispatched({ type: "session/me-loaded", me: self })]);
    if (isWanted) return done;
    const text = { kind: "key", key: "silence.over", name: person.name } as const;
    return andThen(done, (next) => raiseAlert(next, { id: alertId(person), type: "success", text }));
  },

  "silence/failed": (state, { person, error }) => {
    const asked = state.silencing[ownerKey(person)];
    const over = withSilencing(state, person, null);
    if (error.code === "offline") return refused(over, person, "silence.offline");
    if (!isInDoubt(error)) return refused(over, person, "silence.failed");
    // SIL-2g: the person's own event may have confirmed the change although the response was lost.
    const isDone = isSilenced(me(over), person) === asked?.isSilenced;
    return isDone ? changed(over) : refused(over, person, "silence.unanswered");
  },

  // SIL-2d: only the server can recount. A response read before the change may still arrive, so the count is requested twice.
  "silence/changed": (state, { isLate }) => changed(state, isLate ? [askToSync(0)] : [askToSync(0), changedLater]),
};

/** Requests counts if the silences changed. Several changes may cancel each other out, but a count may have been made in between. */
function followSilences(before: AppState, after: AppState): readonly Effect[] {
  const [was, is] = [me(before), me(after)];
  if (was === null || was === is || !isSamePerson(was, is)) return [];
  const isOther = silencedKeys(was) !== silencedKeys(is) || (is !== null && is.version > was.version + 1);
  return isOther ? [dispatched({ type: "silence/changed", isLate: false })] : [];
}

const silencedKeys = (self: Me | null): string => (self?.silenced ?? []).map(ownerKey).toSorted().join(" ");

function send(state: AppState, { person, isSilenced: isWanted }: Silencing): Change {
  const asked = { person, isSilenced: isWanted };
  return changed(withSilencing(state, person, asked), [{ type: "call-silence", ...asked }]);
}

type Failure = "silence.failed" | "silence.offline" | "silence.unanswered";

const refused = (state: AppState, person: Participant, key: Failure): Change =>
  raiseAlert(state, { id: alertId(person), type: "danger", text: { kind: "key", key, name: person.name } });

const withSilencing = (state: AppState, person: Person, asked: Silencing | null): AppState => ({
  ...state,
  silencing: withWish(state.silencing, ownerKey(person), asked),
});

export const silencePart: Part<SilenceState, SilenceEvents, SilenceEffects> = {
  initial: { silencing: {} },
  handlers: silenceHandlers,
  follow: followSilences,
};
