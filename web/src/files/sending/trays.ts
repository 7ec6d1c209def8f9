import type { RoomId } from "../../state/entities.ts";
import type { AppState } from "../../state/shape.ts";
import type { TrayFile } from "./attachments-shape.ts";

/** The files in a room's tray; the same list while nothing changes. */
export const trayOf = (state: Pick<AppState, "trays">, roomId: RoomId): readonly TrayFile[] =>
  state.trays[roomId] ?? emptyTray;

const emptyTray: readonly TrayFile[] = [];

/** Whether nothing waits for a file: the device holds it, so that it cannot be lost with the page (SEND-1), or it is not sent. */
export const isReady = ({ isHeld, problem }: TrayFile): boolean => isHeld || problem !== null;
