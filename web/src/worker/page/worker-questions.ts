import type { Outside } from "../../state/part.ts";
import { onWorkerMessage } from "../../platform/tabs/app-worker.ts";
import { selectedRoomId } from "../../state/selectors.ts";
import { messageOf, type ToPage } from "../worker-messages.ts";

/** Answers what the worker asks when a push comes or is pressed: which room is shown (PUSH-9b), and to show another one (PUSH-10). */
export function answerWorker({ store }: Pick<Outside, "store">): void {
  onWorkerMessage((data, port) => {
    const message = messageOf<ToPage>(data, ["room-asked", "open-path"]);
    if (message?.type === "room-asked") port?.postMessage(shownRoom());
    if (message?.type !== "open-path") return;
    store.dispatch({ type: "address/asked", path: message.path });
    port?.postMessage(true);
  });

  function shownRoom(): string | null {
    const state = store.getState();
    const roomId = selectedRoomId(state);
    return roomId === null ? null : (state.rooms.byId[roomId]?.name ?? null);
  }
}
