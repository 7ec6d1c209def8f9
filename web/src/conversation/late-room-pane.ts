import { lateComponent } from "../platform/late-component.ts";

/** The open room; the room list never waits for its code (PERF-1j). */
export const RoomPane = lateComponent(async () => (await import("./room-pane.tsx")).RoomPane, {
  says: "room",
  isBounded: true,
});
