import { Suspense, useState } from "react";
import { lateComponent } from "../platform/late-component.ts";
import type { RoomId } from "../state/entities.ts";
import { RoomMenuButton } from "./room-menu-button.tsx";

const RoomMenuContent = lateComponent(async () => (await import("./room-menu-content.tsx")).RoomMenuContent);

/** The menu of what can be done with a room: a visitor sees its files. */
export function RoomMenu({ roomId }: { readonly roomId: RoomId }) {
  const [isWanted, setIsWanted] = useState(false);
  return isWanted ? (
    <Suspense fallback={<RoomMenuButton aria-busy="true" />}>
      <RoomMenuContent roomId={roomId} />
    </Suspense>
  ) : (
    <RoomMenuButton aria-haspopup="menu" aria-expanded="false" onClick={() => setIsWanted(true)} />
  );
}
