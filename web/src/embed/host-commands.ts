import type { FrameState, HostCommands } from "@cuplaj/embed/messages.ts";
import { offerRoomName } from "@cuplaj/protocol/channels.ts";
import { meFromWire } from "../api/from-wire.ts";
import { paths } from "../state/navigation/paths.ts";
import type { Outside } from "../state/part.ts";
import { showDocument } from "../platform/page/host-window.ts";
import { isRefusal } from "../state/retries/may-pass.ts";
import { roomOfRef } from "../state/rooms/open-room.ts";
import type { CallError } from "../state/entities.ts";
import { me, ownerKey, unreadTotal } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import { isTokenRefused } from "./embed-state.ts";
import type { Answer, Command } from "./host-link.ts";

const openingMsMax = 15_000;
const leavingMsMax = 1000;
const done: Answer = {};

interface HostSettings {
  readonly setLanguage: (language: AppState["language"]) => void;
  readonly setTheme: (theme: AppState["theme"]) => void;
  readonly setPermission: (permission: HostCommands["notificationPermission"]["permission"]) => void;
}

export function createHostCommands(outside: Outside, settings: HostSettings) {
  const { store } = outside;
  const isSignedIn = (): boolean => me(store.getState()) !== null;
  const signIn = createSignIn(outside);
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
        return await signIn.begin(command.token, origin);
      case "signOut":
        signIn.forget();
        return isSignedIn() ? await signOut(outside, command.unsent === "keep") : done;
      case "openRoom":
        return isSignedIn() ? await openRoom(outside, command.room_id) : { code: "signed_out" };
      case "openOffer":
        return isSignedIn()
          ? await openAt(outside, paths.join(String(command.offer_id)), offerRoomName(command.offer_id))
          : { code: "signed_out" };
      case "prefillDraft":
        return isSignedIn() ? prefillDraft(outside, command.text) : { code: "signed_out" };
    }
  };
}

function frameStateOf(state: AppState): FrameState {
  const self = me(state);
  const room = state.openRoom.phase === "open" ? state.rooms.byId[state.openRoom.roomId] : undefined;
  return {
    signed_in: self !== null,
    user_id: self?.id ?? null,
    user_type: self?.kind ?? null,
    online: state.connection.phase === "online",
    room_id: room?.id ?? null,
    offer_id: room?.offerNumber ?? null,
    unread_total: unreadTotal(state),
    language: state.language,
    theme: state.theme,
  };
}

function createSignIn({ api, store }: Outside) {
  let newest = {};
  return {
    async begin(token: string, origin: string): Promise<Answer> {
      const own = {};
      newest = own;
      const result = await api.call("embedLogin", { body: { token, origin } });
      if (!result.ok) {
        if (newest === own) {
          // EMB-6a: the host named somebody unknown here, so the person signed in is somebody else.
          if (result.error.details?.problem === "person") store.dispatch({ type: "sign-out/asked", unsent: "keep" });
          store.dispatch({ type: "embed/sign-in-failed", error: result.error });
        }
        return { code: isTokenRefused(result.error) ? "refused" : "unavailable" };
      }
      const session = { token: result.value.token, me: meFromWire(result.value.user) };
      const before = me(store.getState());
      // Ending the existing session would close the room and sign out the site's other pages.
      const isSame = before !== null && ownerKey(before) === ownerKey(session.me);
      if (isSame || newest !== own) store.dispatch({ type: "embed/session-spare", token: session.token });
      else store.dispatch({ type: "embed/signed-in", ...session });
      return newest === own ? done : { code: "failed" };
    },
    forget(): void {
      newest = {};
    },
  };
}

/** EMB-6b: asks about unsent work unless it is stored, and waits as long as the person takes. */
async function signOut(outside: Outside, isUnsentStored: boolean): Promise<Answer> {
  const { store } = outside;
  store.dispatch(isUnsentStored ? { type: "sign-out/asked", unsent: "keep" } : { type: "sign-out/asked" });
  const isOut = (state: AppState): boolean => me(state) === null;
  await until(outside, (state) => isOut(state) || !state.isSigningOut);
  return (await until(outside, isOut, leavingMsMax)) ? done : { code: "refused" };
}

async function openRoom(outside: Outside, roomId: number): Promise<Answer> {
  const known = outside.store.getState().rooms.byId[roomId];
  if (known !== undefined) return await openAt(outside, paths.view(known.name), known.name);
  const result = await outside.api.call("viewRoom", { params: { channelId: String(roomId) } });
  if (!result.ok) return { code: codeOfRoom(result.error) };
  const name = result.value.chats[0]?.name;
  return name === undefined ? { code: "not_found" } : await openAt(outside, paths.view(name), name);
}

/** Opens a room by its address. Succeeds even if staff are asked first whether to join (SEC-11). */
async function openAt(outside: Outside, path: string, name: string): Promise<Answer> {
  const { store } = outside;
  store.dispatch({ type: "address/asked", path });
  const isThere = ({ openRoom: { phase } }: AppState): boolean => ["open", "asking", "failed"].includes(phase);
  if (!(await until(outside, isThere, openingMsMax))) return { code: "failed" };
  const state = store.getState();
  const there = state.openRoom;
  // EMB-6j: the host or the person may have opened another room since.
  const isAsked =
    there.phase === "open" ? roomOfRef(state, name)?.id === there.roomId : "roomRef" in there && there.roomRef === name;
  if (!isAsked) return { code: "failed" };
  return there.phase === "failed" ? { code: codeOfRoom(there.error) } : done;
}

const codeOfRoom = (error: CallError): "not_found" | "unavailable" => (isRefusal(error) ? "not_found" : "unavailable");

/** EMB-6c: fills only an empty composer, and never sends. */
function prefillDraft({ store }: Outside, text: string): Answer {
  const { openRoom, drafts, draftTargets } = store.getState();
  if (openRoom.phase !== "open") return { code: "no_room" };
  const { roomId } = openRoom;
  if ((drafts[roomId] ?? "").trim() !== "" || draftTargets[roomId] !== undefined) return { code: "draft_not_empty" };
  store.dispatch({ type: "drafts/written", roomId, text });
  return done;
}

async function until(
  { store, clock }: Outside,
  isTrue: (state: AppState) => boolean,
  msMax?: number,
): Promise<boolean> {
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
    const cancel = msMax === undefined ? () => undefined : clock.later(msMax, () => end(false));
  });
}
