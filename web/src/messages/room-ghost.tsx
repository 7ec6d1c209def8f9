import { RoomHeaderGhost } from "../rooms/room-header-ghost.tsx";
import { MessageGhosts } from "./message-ghosts.tsx";
import styles from "./room-pane.module.css";

/** The room's skeleton, with a way back (PERF-1j). */
export function RoomGhost() {
  return (
    <div className={styles["pane"]}>
      <RoomHeaderGhost />
      <MessageGhosts />
    </div>
  );
}
