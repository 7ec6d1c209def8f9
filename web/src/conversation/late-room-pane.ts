import { lateComponent } from "../platform/late-component.ts";

/** The open room; beside the list, which waits for none of it (PERF-1j). */
export const RoomPane = lateComponent(async () => (await import("./room-pane.tsx")).RoomPane, { says: "room" });
