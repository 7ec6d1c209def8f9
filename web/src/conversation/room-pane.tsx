import { lateOrNothing } from "../platform/late-component.ts";
import { SearchOverRoom } from "../search/in-room/search-over-room.tsx";
import { HolderLine } from "./holder-line.tsx";
import { RoomHeader } from "./room-header.tsx";
import { useAppState } from "../state/app-context.ts";
import { isRequesting } from "../state/selectors.ts";
import { RoomView } from "./room-view.tsx";
import styles from "./room-pane.module.css";
import { RoomGhost, RoomHeaderGhost } from "./room-ghost.tsx";

const JoinQuestion = lateOrNothing(async () => (await import("./join-question.tsx")).JoinQuestion, { says: "room" });
const RoomFailure = lateOrNothing(async () => (await import("./room-failure.tsx")).RoomFailure);
const NewRequestPane = lateOrNothing(async () => (await import("./new-request-pane.tsx")).NewRequestPane);
const HomePane = lateOrNothing(async () => (await import("./home-pane.tsx")).HomePane, { says: "room" });

export function RoomPane({ isOfferShown }: { readonly isOfferShown: boolean }) {
  const openRoom = useAppState((state) => state.openRoom);
  const isAsking = useAppState(isRequesting);
  switch (openRoom.phase) {
    case "none":
      return isAsking ? <NewRequestPane /> : <HomePane />;
    case "opening":
    case "looking":
      return <RoomGhost />;
    case "asking":
      return (
        <div className={styles["pane"]}>
          <JoinQuestion roomRef={openRoom.roomRef} />
        </div>
      );
    case "open":
      return (
        <RoomView key={openRoom.roomId} roomId={openRoom.roomId}>
          <div className={styles["head"]}>
            <SearchOverRoom roomId={openRoom.roomId}>
              <RoomHeader roomId={openRoom.roomId} isOfferShown={isOfferShown} />
            </SearchOverRoom>
            <HolderLine roomId={openRoom.roomId} />
          </div>
        </RoomView>
      );
    case "failed":
      return (
        <div className={styles["pane"]}>
          <RoomHeaderGhost roomRef={openRoom.roomRef} />
          <RoomFailure openRoom={openRoom} />
        </div>
      );
  }
}
