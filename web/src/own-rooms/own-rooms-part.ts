import { reloadedPath } from "../platform/page/address.ts";
import { deviceList } from "../platform/storage/device-list.ts";
import { routeOfPath } from "../state/navigation/paths.ts";
import { roomNameOf } from "../state/rooms/open-room.ts";
import type { Part } from "../state/part.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { OwnRoomsCommands, OwnRoomsEffects, OwnRoomsEvents, OwnRoomsState } from "./own-rooms-shape.ts";
import { followOwnRooms, ownRoomHandlers, retryMarks } from "./own-rooms-state.ts";
import { lastPress } from "../platform/input/last-press.ts";

/** LIST-8: the names of the rooms that a person opened last on this device. */
const lastOpened = deviceList("cuplaj.opened.", 100);

/** How a person arranges their rooms: pinned, muted, marked unread. */
export const ownRoomsPart: Part<
  OwnRoomsState,
  OwnRoomsEvents,
  Omit<OwnRoomsEffects, "call-arrange-room">,
  OwnRoomsCommands
> = {
  initial: { ownRoomWishes: {}, lastOpened: null },
  commands: (dispatch) => ({
    pinRoom: (roomId, isWanted) =>
      dispatch({ type: "own-rooms/wished", wish: { kind: "pinned", roomId, isWanted }, at: lastPress() }),
    muteRoom: (roomId, isWanted) =>
      dispatch({ type: "own-rooms/wished", wish: { kind: "muted", roomId, isWanted }, at: lastPress() }),
    markRoom: (roomId, as) =>
      dispatch({ type: "own-rooms/read-wished", roomId, isRead: as === "read", at: lastPress() }),
    askForWork: () => dispatch({ type: "own-rooms/work-asked" }),
    markUnreadFrom: (roomId, from) =>
      dispatch({
        type: "own-rooms/wished",
        wish: { kind: "mark", roomId, from, isByOpening: false },
        at: lastPress(),
      }),
  }),
  handlers: ownRoomHandlers,
  follow: followOwnRooms,
  retry: retryMarks,
  run: ({ store: { getState, dispatch } }) => {
    const endsMark = createOpenings();
    return {
      "note-opened": ({ roomId }) => {
        const name = getState().rooms.byId[roomId]?.name ?? "";
        const self = me(getState());
        if (self) dispatch({ type: "own-rooms/last-opened-known", names: lastOpened.save(ownerKey(self), name) });
        const wish = { kind: "mark", roomId, from: null, isByOpening: true } as const;
        if (endsMark(name)) dispatch({ type: "own-rooms/wished", wish });
      },
      "load-last-opened": () => {
        const self = me(getState());
        if (self) dispatch({ type: "own-rooms/last-opened-known", names: lastOpened.stored(ownerKey(self)) });
      },
      "forget-session": () => lastOpened.forgetAll(),
    };
  },
};

/** ORDER-4b: a room in which the page was reloaded was open already, and goes on being so. */
function createOpenings(): (name: string) => boolean {
  let path = reloadedPath();
  return (name) => {
    const route = path === null ? null : routeOfPath(path);
    path = null;
    return route?.kind !== "view" || roomNameOf(route.roomRef) !== name;
  };
}
