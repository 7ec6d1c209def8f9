import {
  Bell,
  BellOff,
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
import { isMuted, isPinned } from "../state/own-rooms.ts";
import { shownUnread } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { ReactElement } from "react";
import { isListable } from "../state/rooms/listing.ts";

interface RoomMenuItemsProps {
  readonly roomId: RoomId;
  /** Of the list, where the room itself is marked unread. */
  readonly isRow: boolean;
}

/** ORDER-5; a visitor may look at people and files. */
function RoomMenuItems({ roomId, isRow }: RoomMenuItemsProps) {
  const t = useTranslations();
  const isMember = useAppState(({ rooms }) => rooms.byId[roomId]?.isMember === true);
  const mayBring = useAppState((state) => mayBringIn(state, roomId));
  const { leaveRoom, printRoom, searchRoom, showGallery, showMembers } = useCommands();
  return (
    <>
      {isMember && <OwnItems roomId={roomId} isRow={isRow} />}
      {!isRow && (
        <>
          <MenuItem label={t("found.open")} Sign={Search} onSelect={() => searchRoom(roomId)} />
          <MenuItem label={t("people.members")} Sign={Users} onSelect={() => showMembers(roomId)} />
          {mayBring && <MenuItem label={t("colleagues.add")} Sign={UserPlus} onSelect={() => showMembers(roomId)} />}
          <MenuItem label={t("files.gallery.title")} Sign={Images} onSelect={() => showGallery(roomId)} />
          <MenuItem label={t("printing.print")} Sign={Printer} onSelect={() => printRoom(roomId)} />
        </>
      )}
      {isMember && (
        <MenuItem label={t("room.leave")} hint={t("room.leaveHint")} Sign={LogOut} onSelect={() => leaveRoom(roomId)} />
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
  const { pinRoom, muteRoom, markRoom } = useCommands();
  return (
    <>
      <MenuItem
        label={t(pinned ? "unpin" : "pin")}
        Sign={pinned ? PinOff : Pin}
        onSelect={() => pinRoom(roomId, !pinned)}
      />
      <MenuItem
        label={t(muted ? "unmute" : "mute")}
        Sign={muted ? Bell : BellOff}
        onSelect={() => muteRoom(roomId, !muted)}
      />
      {isRow && (isUnread || hasMessage) && (
        <MenuItem
          label={t(isUnread ? "markRead" : "markUnread")}
          Sign={isUnread ? MailCheck : MailPlus}
          onSelect={() => markRoom(roomId, isUnread ? "read" : "unread")}
        />
      )}
      <MenuLine />
    </>
  );
}

/** Open as soon as its code has loaded. */
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
    // The keys go on where they were.
    if (opener.isConnected) opener.focus({ preventScroll: true });
    onClose();
  }

  if (!isThere) return null;
  return (
    <PointMenu
      label={t("menu")}
      at={at}
      onClose={close}
      // A thumb that is lifted after its long press focuses what it pressed.
      onFocusOutside={(event) => event.preventDefault()}
    >
      <RoomMenuItems roomId={roomId} isRow />
    </PointMenu>
  );
}
