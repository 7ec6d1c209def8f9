import { RoomHeaderGhost } from "./room-header-ghost.tsx";
import { MessageGhosts } from "./message-ghosts.tsx";
import styles from "./room-pane.module.css";

/** The room's skeleton, with a way back (PERF-1j); at once where the page's shell was. */
export function RoomGhost({ isAtOnce = false }: { readonly isAtOnce?: boolean }) {
  return (
    <div className={styles["pane"]} {...(isAtOnce && { "data-at-once": "" })}>
      <RoomHeaderGhost />
      <MessageGhosts />
    </div>
  );
}
