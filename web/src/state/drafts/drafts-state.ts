import type { AppState, Effect } from "../shape.ts";
import type { RoomId, MessageName } from "../entities.ts";
import { andThen, changed, type Change, type Handlers } from "../transition.ts";

declare module "../shape.ts" {
  interface AppState extends DraftsState {}
  interface AppEvents extends DraftsEvents {}
  interface AppEffects extends DraftsEffects {}
}

export type DraftKind = "draft" | "stash";

/** The message that a draft replies to or edits, without its text, since it may be deleted. */
export interface DraftTarget extends MessageName {
  readonly kind: "reply" | "edit";
}

export interface StoredDraft {
  readonly text: string;
  readonly target: DraftTarget | null;
}

export interface DraftsState {
  readonly drafts: Readonly<Record<RoomId, string>>;
  readonly stashedDrafts: Readonly<Record<RoomId, string>>;
  readonly draftTargets: Readonly<Record<RoomId, DraftTarget>>;
  readonly stashedTargets: Readonly<Record<RoomId, DraftTarget>>;
}

export interface DraftsEvents {
  "drafts/written": { readonly roomId: RoomId; readonly text: string };
  "drafts/swapped": { readonly roomId: RoomId };
  "drafts/loaded": {
    readonly drafts: Readonly<Record<RoomId, StoredDraft>>;
    readonly stashed: Readonly<Record<RoomId, StoredDraft>>;
  };
  "drafts/reply-begun": { readonly roomId: RoomId } & MessageName;
  "drafts/edit-begun": { readonly roomId: RoomId; readonly text: string } & MessageName;
  "drafts/target-dropped": { readonly roomId: RoomId };
  "drafts/changed-elsewhere": { readonly roomId: RoomId; readonly kind: DraftKind } & StoredDraft;
}

export interface DraftsEffects {
  "save-draft": { readonly roomId: RoomId; readonly kind: DraftKind } & StoredDraft;
  "forget-drafts": { readonly owner: string };
}

export const draftHandlers: Handlers<keyof DraftsEvents> = {
  "drafts/written": (state, { roomId, text }) => saved(state, roomId, { ...draftOf(state, roomId), text }),
  "drafts/swapped": (state, { roomId }) => bothSaved(state, roomId, stashOf(state, roomId), draftOf(state, roomId)),

  "drafts/reply-begun": (state, { roomId, messageId, seq }) =>
    andThen(withoutEdit(state, roomId), (next) =>
      saved(next, roomId, { ...draftOf(next, roomId), target: { kind: "reply", messageId, seq } }),
    ),

  "drafts/edit-begun": (state, { roomId, text, messageId, seq }) =>
    stashDraft(state, roomId, text, { kind: "edit", messageId, seq }),

  "drafts/target-dropped": (state, { roomId }) =>
    draftOf(state, roomId).target?.kind === "edit"
      ? clearDraft(state, roomId)
      : saved(state, roomId, { ...draftOf(state, roomId), target: null }),

  "drafts/loaded": (state, { drafts, stashed }) =>
    changed({
      ...state,
      drafts: textsOf(drafts),
      draftTargets: targetsOf(drafts),
      stashedDrafts: textsOf(stashed),
      stashedTargets: targetsOf(stashed),
    }),

  "drafts/changed-elsewhere": (state, { roomId, kind, text, target }) =>
    changed(kind === "draft" ? withDraft(state, roomId, { text, target }) : withStash(state, roomId, { text, target })),
};

export const draftCount = ({ drafts, stashedDrafts, trays }: AppState): number =>
  [...Object.values(drafts), ...Object.values(stashedDrafts)].filter((text) => text.trim() !== "").length +
  Object.values(trays).flatMap((tray) => tray.filter(({ problem }) => problem === null)).length;

export function clearDraft(state: AppState, roomId: RoomId): Change {
  const stash = stashOf(state, roomId);
  return isEmpty(stash) ? saved(state, roomId, stash) : bothSaved(state, roomId, stash, nothing);
}

/**
 * SEND-5: puts a text into the composer and stashes the draft that was there. EDIT-1a: an editor just closes, since its text never becomes a draft.
 */
export function stashDraft(state: AppState, roomId: RoomId, text: string, target: DraftTarget | null = null): Change {
  const stashed = [draftOf(state, roomId), stashOf(state, roomId)].filter(({ target: of }) => of?.kind !== "edit");
  const stash = stashed
    .map((draft) => draft.text)
    .filter((draft) => draft.trim() !== "")
    .join("\n\n");
  const of = stashed.find((draft) => draft.target !== null)?.target ?? null;
  return bothSaved(state, roomId, { text, target }, { text: stash, target: of });
}

const withoutEdit = (state: AppState, roomId: RoomId): Change =>
  draftOf(state, roomId).target?.kind === "edit" ? clearDraft(state, roomId) : changed(state);

const nothing: StoredDraft = { text: "", target: null };

const isEmpty = ({ text, target }: StoredDraft): boolean => text === "" && target === null;

const draftOf = ({ drafts, draftTargets }: AppState, roomId: RoomId): StoredDraft => ({
  text: drafts[roomId] ?? "",
  target: draftTargets[roomId] ?? null,
});

const stashOf = ({ stashedDrafts, stashedTargets }: AppState, roomId: RoomId): StoredDraft => ({
  text: stashedDrafts[roomId] ?? "",
  target: stashedTargets[roomId] ?? null,
});

const withDraft = (state: AppState, roomId: RoomId, { text, target }: StoredDraft): AppState => ({
  ...state,
  drafts: withEntry(state.drafts, roomId, text === "" ? null : text),
  draftTargets: withEntry(state.draftTargets, roomId, target),
});

const withStash = (state: AppState, roomId: RoomId, { text, target }: StoredDraft): AppState => ({
  ...state,
  stashedDrafts: withEntry(state.stashedDrafts, roomId, text === "" ? null : text),
  stashedTargets: withEntry(state.stashedTargets, roomId, target),
});

type ByRoom<Entry> = Readonly<Record<RoomId, Entry>>;

function withEntry<Entry>(entries: ByRoom<Entry>, roomId: RoomId, entry: Entry | null): ByRoom<Entry> {
  const { [roomId]: before, ...others } = entries;
  if (entry === null) return before === undefined ? entries : others;
  return { ...others, [roomId]: entry };
}

const textsOf = (drafts: ByRoom<StoredDraft>): ByRoom<string> =>
  Object.fromEntries(Object.entries(drafts).flatMap(([id, { text }]) => (text === "" ? [] : [[id, text]])));

const targetsOf = (drafts: ByRoom<StoredDraft>): ByRoom<DraftTarget> =>
  Object.fromEntries(Object.entries(drafts).flatMap(([id, { target }]) => (target === null ? [] : [[id, target]])));

const saved = (state: AppState, roomId: RoomId, draft: StoredDraft): Change =>
  changed(withDraft(state, roomId, draft), [{ type: "save-draft", kind: "draft", roomId, ...draft }]);

/** Saves the stash first: if the page closes between the two, the draft exists twice rather than not at all. */
const bothSaved = (state: AppState, roomId: RoomId, draft: StoredDraft, stash: StoredDraft): Change => {
  const saveStash: Effect = { type: "save-draft", kind: "stash", roomId, ...stash };
  const saveDraft: Effect = { type: "save-draft", kind: "draft", roomId, ...draft };
  const isStashing = !isEmpty(stash) || isEmpty(stashOf(state, roomId));
  return changed(
    withStash(withDraft(state, roomId, draft), roomId, stash),
    isStashing ? [saveStash, saveDraft] : [saveDraft, saveStash],
  );
};
