import { deviceStorage } from "../platform/storage/device-storage.ts";
import { isWholeList } from "../state/rooms/listing.ts";
import type { RoomView } from "../state/rooms/rooms-shape.ts";

const viewKey = "cuplaj.rooms-view";

const filters = { all: true, unread: true, mine: true, unclaimed: true } as const satisfies Record<
  RoomView["filter"],
  true
>;

/** The filter and order of the list chosen on this device (LIST-5b). */
export function storedRoomView(): RoomView {
  const [filter = "", sort] = (deviceStorage.get(viewKey) ?? "").split(" ");
  return { filter: isFilter(filter) ? filter : "all", sort: sort === "waiting" ? sort : "activity" };
}

export const saveRoomView = (view: RoomView): void =>
  deviceStorage.set(viewKey, isWholeList(view) ? null : `${view.filter} ${view.sort}`);

const isFilter = (text: string): text is RoomView["filter"] => Object.hasOwn(filters, text);
