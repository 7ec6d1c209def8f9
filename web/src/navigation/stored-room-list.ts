import { deviceStorage } from "../platform/device-storage.ts";

const hiddenKey = "cuplaj.rooms-hidden";

/** Whether the list is shown, stored on this device (LIST-4). */
export const storedRoomListVisible = (): boolean => deviceStorage.get(hiddenKey) !== "1";

export const saveRoomListVisible = (isVisible: boolean): void => deviceStorage.set(hiddenKey, isVisible ? null : "1");
