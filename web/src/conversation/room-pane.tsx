import { Suspense } from "react";
import { lateComponent } from "../platform/late-component.ts";
import { SearchOverRoom } from "../search/in-room/search-over-room.tsx";
import { HolderLine } from "./holder-line.tsx";
import { RoomHeader } from "./room-header.tsx";
import { RoomHeaderGhost } from "./room-header-ghost.tsx";
import { useAppState } from "../state/app-context.ts";
import { RoomView } from "./room-view.tsx";
import styles from "./room-pane.module.css";
import { RoomGhost } from "./room-ghost.tsx";

const JoinQuestion = lateComponent(async () => (await import("./join-question.tsx")).JoinQuestion, {
  says: "room",
});
const RoomFailure = lateComponent(async () => (await import("./room-failure.tsx")).RoomFailure);
const HomePane = lateComponent(async () => (await import("./home-pane.tsx")).HomePane, { says: "room" });

interface RoomPaneProps {
  readonly isOfferShown: boolean;
  readonly onToggleOffer: () => void;
}

/** The open room, or what is shown instead of it. */
export function RoomPane({ isOfferShown, onToggleOffer }: RoomPaneProps) {
  const openRoom = useAppState((state) => state.openRoom);
  switch (openRoom.phase) {
    case "none":
      return (
        <Suspense fallback={null}>
          <HomePane />
        </Suspense>
      );
    case "opening":
    case "looking":
      return <RoomGhost />;
    case "asking":
      return (
        <div className={styles["pane"]}>
          <Suspense fallback={null}>
            <JoinQuestion roomRef={openRoom.roomRef} />
          </Suspense>
        </div>
      );
    case "open":
      return (
        <RoomView key={openRoom.roomId} roomId={openRoom.roomId}>
          <div className={styles["head"]}>
            <SearchOverRoom roomId={openRoom.roomId}>
              <RoomHeader roomId={openRoom.roomId} isOfferShown={isOfferShown} onToggleOffer={onToggleOffer} />
            </SearchOverRoom>
            <HolderLine roomId={openRoom.roomId} />
          </div>
        </RoomView>
      );
    case "failed":
      return (
        <div className={styles["pane"]}>
          <RoomHeaderGhost roomRef={openRoom.roomRef} />
          <Suspense fallback={null}>
            <RoomFailure openRoom={openRoom} />
          </Suspense>
        </div>
      );
  }
}
