import { runnersOnDemand, type Part } from "../state/part.ts";
import type { FilesEvents, FilesState } from "../state/files/files-shape.ts";
import { forgottenPictures, pictureHandlers, retryPictures } from "../state/files/pictures-state.ts";
import { retryRoomFiles, roomFilesHandlers } from "./room-files-state.ts";
import { andThen } from "../state/transition.ts";
import type { FetchEffects } from "./showing/fetch-files.ts";

export const filesPart: Part<FilesState, FilesEvents, FetchEffects> = {
  initial: {
    storageTrouble: null,
    pictures: {},
    fileWork: {},
    roomFiles: null,
    filesView: { galleryRoomId: null, shown: null },
  },
  handlers: { ...pictureHandlers, ...roomFilesHandlers },
  follow: forgottenPictures,
  retry: (state, isDue) => andThen(retryPictures(state, isDue), (next) => retryRoomFiles(next, isDue)),
  run: (outside) =>
    runnersOnDemand(["load-picture", "forget-picture", "fetch-file", "end-file-work"], async () =>
      (await import("./showing/fetch-files.ts")).fetchRunners(outside),
    ),
};
