import type { Outside, Part } from "../part.ts";
import { messageFromWire } from "../api/from-wire.ts";
import { filesFront } from "./files-front.ts";
import type { FilesCommands, FilesEffects, FilesEvents, FilesState } from "./files-shape.ts";
import { forgottenPictures, pictureHandlers, retryPictures } from "./pictures-state.ts";
import { retryRoomFiles, roomFilesHandlers } from "./room-files-state.ts";
import type { Effect, Runners } from "../state/shape.ts";
import { andThen } from "../state/transition.ts";
import { loadCode } from "../platform/late-component.ts";
import type { FetchEffects } from "./fetch-files.ts";

export const filesPart: Part<FilesState, FilesEvents, FilesEffects, FilesCommands> = {
  ...filesFront,
  handlers: { ...pictureHandlers, ...roomFilesHandlers },
  follow: forgottenPictures,
  retry: (state, isDue) => andThen(retryPictures(state, isDue), (next) => retryRoomFiles(next, isDue)),
  run: (outside) => ({ ...lateRunners(outside), ...listRunner(outside) }),
};

/** What fetches comes with the first file to fetch: until then the page goes without its code (PERF-1). */
function lateRunners(outside: Outside): Runners<FetchEffects> {
  let loading: Promise<Runners<FetchEffects>> | null = null;
  const run = <Name extends FetchEffects>(effect: Effect<Name>): void => {
    loading ??= loadCode(async () => (await import("./fetch-files.ts")).fetchRunners(outside));
    void loading.then((runners) => (runners[effect.type] as (effect: Effect<Name>) => void)(effect));
  };
  return { "load-picture": run, "forget-picture": run, "fetch-file": run, "end-file-work": run };
}

const listRunner = ({ api, settle }: Outside) => ({
  "call-room-files": ({ roomId, page }: FilesEffects["call-room-files"]) =>
    settle(
      api.call("listFiles", { params: { roomId: String(roomId), page } }),
      ({ messages, total }) => ({
        type: "files/list-loaded",
        roomId,
        page,
        total,
        messages: messages.map(messageFromWire),
      }),
      (error) => ({ type: "files/list-failed", roomId, error }),
    ),
});
