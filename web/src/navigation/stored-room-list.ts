import { deviceStorage } from "../platform/device-storage.ts";

const hiddenKey = "cuplaj.rooms-hidden";

/** Whether the list is shown, as left on this device (LIST-4). */
export const storedRoomListVisible = (): boolean => deviceStorage.get(hiddenKey) !== "1";

/** Remembers it. */
export const saveRoomListVisible = (isVisible: boolean): void => deviceStorage.set(hiddenKey, isVisible ? null : "1");
