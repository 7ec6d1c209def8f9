import { lateComponent } from "../platform/late-component.ts";

/** The open room; the list next to it never waits for its code (PERF-1j). */
export const RoomPane = lateComponent(async () => (await import("./room-pane.tsx")).RoomPane, { says: "room" });
