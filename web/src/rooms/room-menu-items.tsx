import { lastPress } from "../platform/input/last-press.ts";
import {
  Bell,
  BellOff,
  Car,
  Images,
  LogOut,
  MailCheck,
  MailPlus,
  Pin,
  PinOff,
  Printer,
  Search,
  UserPlus,
  Users,
} from "lucide-react";
import { useTranslations } from "use-intl";
import { mayBringIn } from "../state/participants/colleagues-state.ts";
import { MenuItem, MenuLine, Menu, PointMenu } from "../design/menu.tsx";
import type { RoomId } from "../state/entities.ts";
import { isMuted, isPinned } from "../state/own-rooms/own-rooms.ts";
import { hasCustomerCars } from "../state/cars/shown-cars.ts";
import { isOfOneRoom, shownUnread } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { ReactElement } from "react";
import { isListable } from "../state/rooms/listing.ts";

interface RoomMenuItemsProps {
  readonly roomId: RoomId;
  /** True in the list, where the room can be marked unread as a whole. */
  readonly isRow: boolean;
}

/** ORDER-5: the items of a room's menu; a visitor may still see people and files. */
function RoomMenuItems({ roomId, isRow }: RoomMenuItemsProps) {
  const t = useTranslations();
  const isMember = useAppState((state) => state.rooms.byId[roomId]?.isMember === true && !isOfOneRoom(state));
  const mayBring = useAppState((state) => mayBringIn(state, roomId));
  const hasCars = useAppState((state) => hasCustomerCars(state, roomId));
  const dispatch = useDispatch();
  return (
    <>
      {isMember && <OwnItems roomId={roomId} isRow={isRow} />}
      {!isRow && (
        <>
          <MenuItem label={t("found.open")} Sign={Search} onSelect={() => dispatch({ type: "found/opened", roomId })} />
          <MenuItem
            label={t("people.members")}
            Sign={Users}
            onSelect={() => dispatch({ type: "people/members-shown", roomId })}
          />
          {mayBring && (
            <MenuItem
              label={t("colleagues.add")}
              Sign={UserPlus}
              onSelect={() => dispatch({ type: "people/members-shown", roomId })}
            />
          )}
          {hasCars && (
            <MenuItem
              label={t("cars.ofCustomer")}
              Sign={Car}
              onSelect={() => dispatch({ type: "cars/shown", of: roomId })}
            />
          )}
          <MenuItem
            label={t("files.gallery.title")}
            Sign={Images}
            onSelect={() => dispatch({ type: "files/viewed", view: { galleryRoomId: roomId } })}
          />
          <MenuItem
            label={t("printing.print")}
            Sign={Printer}
            onSelect={() => dispatch({ type: "printing/asked", roomId })}
          />
        </>
      )}
      {isMember && (
        <MenuItem
          label={t("room.leave")}
          hint={t("room.leaveHint")}
          Sign={LogOut}
          onSelect={() => dispatch({ type: "room/leave-asked", roomId })}
        />
      )}
    </>
  );
}

function OwnItems({ roomId, isRow }: RoomMenuItemsProps) {
  const t = useTranslations("ownRooms");
  const pinned = useAppState((state) => isPinned(state, roomId));
  const muted = useAppState((state) => isMuted(state, roomId));
  const isUnread = useAppState((state) => shownUnread(state, roomId) > 0);
  const hasMessage = useAppState(({ rooms }) => Boolean(rooms.byId[roomId]?.lastMessage));
  const dispatch = useDispatch();
  return (
    <>
      <MenuItem
        label={t(pinned ? "unpin" : "pin")}
        Sign={pinned ? PinOff : Pin}
        onSelect={() =>
          dispatch({ type: "own-rooms/wished", wish: { kind: "pinned", roomId, isWanted: !pinned }, at: lastPress() })
        }
      />
      <MenuItem
        label={t(muted ? "unmute" : "mute")}
        Sign={muted ? Bell : BellOff}
        onSelect={() =>
          dispatch({ type: "own-rooms/wished", wish: { kind: "muted", roomId, isWanted: !muted }, at: lastPress() })
        }
      />
      {isRow && (isUnread || hasMessage) && (
        <MenuItem
          label={t(isUnread ? "markRead" : "markUnread")}
          Sign={isUnread ? MailCheck : MailPlus}
          onSelect={() => dispatch({ type: "own-rooms/read-wished", roomId, isRead: isUnread, at: lastPress() })}
        />
      )}
      <MenuLine />
    </>
  );
}

export function RoomMenuContent({ roomId, button }: { readonly roomId: RoomId; readonly button: ReactElement }) {
  return (
    <Menu button={button} align="end" isOpenFirst>
      <RoomMenuItems roomId={roomId} isRow={false} />
    </Menu>
  );
}

export interface OpenRowMenu {
  readonly roomId: RoomId;
  readonly opener: HTMLElement;
  readonly at: { readonly x: number; readonly y: number };
}

export function RowMenu({ roomId, at, opener, onClose }: OpenRowMenu & { readonly onClose: () => void }) {
  const t = useTranslations("room");
  const isThere = useAppState((state) => isListable(state, roomId));

  function close() {
    if (opener.isConnected) opener.focus({ preventScroll: true });
    onClose();
  }

  if (!isThere) return null;
  return (
    <PointMenu
      label={t("menu")}
      at={at}
      onClose={close}
      // Lifting the finger after a long press focuses the row, which must not close the menu.
      onFocusOutside={(event) => event.preventDefault()}
    >
      <RoomMenuItems roomId={roomId} isRow />
    </PointMenu>
  );
}
