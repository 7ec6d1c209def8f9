import type { FrameState, HostCommands } from "@cuplaj/embed/messages.ts";
import { meFromWire } from "../api/from-wire.ts";
import { paths } from "../navigation/paths.ts";
import type { Outside } from "../part.ts";
import { showDocument } from "../platform/host-window.ts";
import { me, ownerKey, unreadTotal } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import type { Answer, Command } from "./host-link.ts";

/** How long a command waits for what it causes, ms: within the 5 s in which it has to be answered. */
const waitMsMax = 4500;
const done: Answer = {};

/** What the host set, beside the page's own state. */
interface HostSettings {
  readonly setLanguage: (language: AppState["language"]) => void;
  readonly setTheme: (theme: AppState["theme"]) => void;
  readonly setPermission: (permission: HostCommands["notificationPermission"]["permission"]) => void;
}

/** EMB-6: does what a host asks; each answers once it is done, or why it is not. */
export function createHostCommands(outside: Outside, settings: HostSettings) {
  const { store } = outside;
  const isSignedIn = (): boolean => me(store.getState()) !== null;
  return async function perform(command: Command, origin: string): Promise<Answer> {
    switch (command.action) {
      case "setLanguage":
        settings.setLanguage(command.language);
        return done;
      case "setTheme":
        settings.setTheme(command.theme);
        return done;
      case "setVisible":
        showDocument(command.visible);
        return done;
      case "notificationPermission":
        settings.setPermission(command.permission);
        return done;
      case "requestState":
        return { state: frameStateOf(store.getState()) };
      case "signIn":
        return await signIn(outside, command.token, origin);
      case "signOut":
        return isSignedIn() ? await signOut(outside) : done;
      case "openRoom":
        return isSignedIn() ? await openRoom(outside, command.room_id) : { code: "signed_out" };
      case "openOffer":
        return isSignedIn() ? await openAt(outside, paths.join(String(command.offer_id))) : { code: "signed_out" };
      case "prefillDraft":
        return isSignedIn() ? prefillDraft(outside, command.text) : { code: "signed_out" };
    }
  };
}

function frameStateOf(state: AppState): FrameState {
  const room = state.openRoom.phase === "open" ? state.rooms.byId[state.openRoom.roomId] : undefined;
  return {
    signed_in: me(state) !== null,
    online: state.connection.phase === "online",
    room_id: room?.id ?? null,
    offer_id: room?.offerNumber ?? null,
    unread_total: unreadTotal(state),
    language: state.language,
    theme: state.theme,
  };
}

/** EMB-6a: exchanges the host's token; another person who was signed in leaves first, with what they wrote stored for them. */
async function signIn({ api, store }: Outside, token: string, origin: string): Promise<Answer> {
  const result = await api.call("embedLogin", { body: { token, origin } });
  if (!result.ok) return { code: "refused" };
  const self = meFromWire(result.value.user);
  const before = me(store.getState());
  // The session that is there goes on: ending it would close the room, and sign out the site's other pages.
  if (before !== null && ownerKey(before) === ownerKey(self)) return done;
  if (before !== null) store.dispatch({ type: "sign-out/asked", unsent: "keep" });
  store.dispatch({ type: "sign-in/accepted", token: result.value.token, me: self });
  return done;
}

/** EMB-6b: as the person's own: what is unsent makes the page ask them. */
async function signOut(outside: Outside): Promise<Answer> {
  outside.store.dispatch({ type: "sign-out/asked" });
  const isOut = await until(outside, (state) => me(state) === null);
  return isOut ? done : { code: "refused" };
}

async function openRoom(outside: Outside, roomId: number): Promise<Answer> {
  const known = outside.store.getState().rooms.byId[roomId];
  if (known !== undefined) return await openAt(outside, paths.view(known.name));
  const result = await outside.api.call("viewRoom", { params: { channelId: String(roomId) } });
  const name = result.ok ? result.value.chats[0]?.name : undefined;
  return name === undefined ? { code: "not_found" } : await openAt(outside, paths.view(name));
}

/** Goes to a room's address; staff who are asked there whether they join are there too (SEC-11). */
async function openAt(outside: Outside, path: string): Promise<Answer> {
  outside.store.dispatch({ type: "address/asked", path, how: "push" });
  const isThere = ({ openRoom: { phase } }: AppState): boolean => ["open", "asking", "failed"].includes(phase);
  if (!(await until(outside, isThere))) return { code: "failed" };
  return outside.store.getState().openRoom.phase === "failed" ? { code: "not_found" } : done;
}

/** EMB-6c: only where nothing is written, and never sends. */
function prefillDraft({ store }: Outside, text: string): Answer {
  const { openRoom, drafts, draftTargets } = store.getState();
  if (openRoom.phase !== "open") return { code: "no_room" };
  const { roomId } = openRoom;
  if ((drafts[roomId] ?? "").trim() !== "" || draftTargets[roomId] !== undefined) return { code: "draft_not_empty" };
  store.dispatch({ type: "drafts/written", roomId, text });
  return done;
}

/** Whether it comes true in time. */
async function until({ store, clock }: Outside, isTrue: (state: AppState) => boolean): Promise<boolean> {
  if (isTrue(store.getState())) return true;
  return await new Promise((resolve) => {
    const end = (isIt: boolean): void => {
      stop();
      cancel();
      resolve(isIt);
    };
    const stop = store.subscribe((state) => {
      if (isTrue(state)) end(true);
    });
    const cancel = clock.later(waitMsMax, () => end(false));
  });
}
