import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { Alert, AlertText, Door, ThemeChoice } from "./chat-state.ts";
import type { RoomId } from "./entities.ts";
import type { ChatStore } from "./store.ts";

/** Everything a component may ask for. Each one dispatches an event; what follows is seen in the state. */
export interface Commands {
  /** Goes to a path of ours, `paths.view(room.name)` for example. */
  readonly goTo: (path: string, how?: "push" | "replace") => void;
  /** SIGN-1: the outcome is `state.session` and `state.signIn`. */
  readonly signIn: (username: string, password: string) => void;
  readonly chooseDoor: (door: Door) => void;
  /** Asks first when messages have not left (SEND-7); the answer is `signOutWith`. */
  readonly signOut: () => void;
  readonly signOutWith: (unsent: "keep" | "delete") => void;
  readonly putOffSignOut: () => void;
  readonly chooseLanguage: (language: LanguageCode) => void;
  readonly chooseTheme: (theme: ThemeChoice) => void;
  readonly raiseAlert: (type: Alert["type"], text: AlertText, delayMs?: number) => void;
  readonly dismissAlert: (id: string) => void;
  /** Keeps an alert while the pointer or the focus is on it, and lets it go afterwards. */
  readonly holdAlert: (id: string) => void;
  readonly releaseAlert: (id: string) => void;
  readonly toggleRoomList: () => void;
  /** The next page of the room list, also after a failure; does nothing while one is loading. */
  readonly loadMoreRooms: () => void;
  /** Opens a listed room; the address follows (back leads to the list). */
  readonly selectRoom: (roomId: RoomId) => void;
  /** Back to the list. */
  readonly closeRoom: () => void;
  /** Joins by offer number or room name and opens it; what goes wrong is in `state.openRoom`. */
  readonly joinRoom: (chat: string) => void;
  readonly retryOpenRoom: () => void;
  /** The page before the oldest loaded message; does nothing while one is loading or none is left. */
  readonly loadOlderMessages: (roomId: RoomId) => void;
  /** The page after the newest message of the range that is shown, likewise. */
  readonly loadNewerMessages: (roomId: RoomId) => void;
  /** Has the list show what stands around a `seq` of the room's log, loaded or not. */
  readonly showMessage: (roomId: RoomId, seq: number) => void;
  /** Has the list show the live end. */
  readonly showEnd: (roomId: RoomId) => void;
  readonly reloadMessages: (roomId: RoomId) => void;
  /** Whether the open list stands at its end, within about 100 px: only then its messages are seen (WEB-4). */
  readonly setAtEnd: (roomId: RoomId, isAtEnd: boolean) => void;
  /** Keeps the draft and tells the others that somebody types. The room is the composer's own, not "the selected one". */
  readonly writeDraft: (roomId: RoomId, text: string) => void;
  /** Sends to exactly this room and clears its draft; text that is only space sends nothing. */
  readonly sendMessage: (roomId: RoomId, text: string) => void;
  readonly retryMessage: (roomId: RoomId, clientId: string) => void;
  /** Deletes one that failed; while the person is asked about signing out, any that has not left (SEND-7). */
  readonly deleteFailedMessage: (roomId: RoomId, clientId: string) => void;
  /** Takes a failed message back into the composer; a draft that is there already comes back later (SEND-5). */
  readonly editFailedMessage: (roomId: RoomId, clientId: string) => void;
  /** Changes the draft with the one that had made way for it. */
  readonly swapDraft: (roomId: RoomId) => void;
  /** Shows the offer, fetched only when it is not the one held (OFF-2). */
  readonly showOffer: (offerNumber: number) => void;
  readonly reconnectNow: () => void;
}

/** The commands of one store. */
export function createCommands({ dispatch }: ChatStore): Commands {
  return {
    goTo: (path, how = "push") => dispatch({ type: "address/asked", path, how }),
    signIn: (username, password) => dispatch({ type: "sign-in/asked", username, password }),
    chooseDoor: (door) => dispatch({ type: "sign-in/door-chosen", door }),
    signOut: () => dispatch({ type: "sign-out/asked" }),
    signOutWith: (unsent) => dispatch({ type: "sign-out/asked", unsent }),
    putOffSignOut: () => dispatch({ type: "sign-out/put-off" }),
    chooseLanguage: (language) => dispatch({ type: "language/chosen", language }),
    chooseTheme: (theme) => dispatch({ type: "theme/chosen", theme }),
    raiseAlert: (alertType, text, delayMs) =>
      dispatch({ type: "alerts/raised", alertType, text, ...(delayMs === undefined ? {} : { delayMs }) }),
    dismissAlert: (id) => dispatch({ type: "alerts/hidden", id }),
    holdAlert: (id) => dispatch({ type: "alerts/held", id }),
    releaseAlert: (id) => dispatch({ type: "alerts/released", id }),
    toggleRoomList: () => dispatch({ type: "rooms/list-toggled" }),
    loadMoreRooms: () => dispatch({ type: "rooms/more-asked" }),
    selectRoom: (roomId) => dispatch({ type: "room/selected", roomId }),
    closeRoom: () => dispatch({ type: "address/asked", path: "/", how: "push" }),
    joinRoom: (chat) => dispatch({ type: "room/join-asked", chat }),
    retryOpenRoom: () => dispatch({ type: "room/retry-asked" }),
    loadOlderMessages: (roomId) => dispatch({ type: "messages/older-asked", roomId }),
    loadNewerMessages: (roomId) => dispatch({ type: "messages/newer-asked", roomId }),
    showMessage: (roomId, seq) => dispatch({ type: "messages/around-asked", roomId, seq }),
    showEnd: (roomId) => dispatch({ type: "messages/end-asked", roomId }),
    reloadMessages: (roomId) => dispatch({ type: "messages/reload-asked", roomId }),
    setAtEnd: (roomId, isAtEnd) => dispatch({ type: "attention/end-changed", roomId, isAtEnd }),
    writeDraft: (roomId, text) => dispatch({ type: "messages/draft-written", roomId, text }),
    sendMessage: (roomId, text) => dispatch({ type: "messages/send-asked", roomId, text }),
    retryMessage: (roomId, clientId) => dispatch({ type: "messages/retry-asked", roomId, clientId }),
    deleteFailedMessage: (roomId, clientId) => dispatch({ type: "messages/pending-deleted", roomId, clientId }),
    editFailedMessage: (roomId, clientId) => dispatch({ type: "messages/edit-asked", roomId, clientId }),
    swapDraft: (roomId) => dispatch({ type: "drafts/swapped", roomId }),
    showOffer: (offerNumber) => dispatch({ type: "offers/asked", offerNumber }),
    reconnectNow: () => dispatch({ type: "connection/retry-asked" }),
  };
}
