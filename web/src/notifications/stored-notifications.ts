import { deviceStorage } from "../platform/storage/device-storage.ts";
import { notificationsKey } from "../api/stored-session.ts";

const silentKey = "cuplaj.silent";

/** Whether the person wants notifications on this device (NOTE-1d). */
export const storedWanted = (): boolean => deviceStorage.get(notificationsKey) === "true";

export const saveWanted = (isWanted: boolean): void => deviceStorage.set(notificationsKey, String(isWanted));

/** Whether they are heard there (NOTE-3c). */
export const storedSoundOn = (): boolean => deviceStorage.get(silentKey) !== "1";

export const saveSoundOn = (isOn: boolean): void => deviceStorage.set(silentKey, isOn ? null : "1");

/** Listens for another tab's choice. */
export const onNotificationsElsewhere = (listen: () => void): void =>
  deviceStorage.onOtherTab((key) => {
    if (key === notificationsKey || key === silentKey) listen();
  });
