import { deviceStorage } from "../platform/storage/device-storage.ts";

const hiddenKey = "cuplaj.rooms-hidden";
const compactKey = "cuplaj.rooms-compact";
const widthKey = "cuplaj.rooms-width";

/** Whether the list is shown, stored on this device (LIST-4). */
export const storedRoomListVisible = (): boolean => deviceStorage.get(hiddenKey) !== "1";

export const saveRoomListVisible = (isVisible: boolean): void => deviceStorage.set(hiddenKey, isVisible ? null : "1");

/** Whether its rows are low, likewise (LIST-7a). */
export const storedRoomListCompact = (): boolean => deviceStorage.get(compactKey) === "1";

export const saveRoomListCompact = (isCompact: boolean): void => deviceStorage.set(compactKey, isCompact ? "1" : null);

/** Its width, px (LIST-10). */
export const saveRoomListWidth = (px: number): void => deviceStorage.set(widthKey, String(px));
