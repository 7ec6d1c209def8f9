import { runnersOnDemand, type Part } from "../state/part.ts";
import type { FilesCommands, FilesEvents, FilesState } from "../state/files/files-shape.ts";
import { forgottenPictures, pictureHandlers, retryPictures } from "../state/files/pictures-state.ts";
import { retryRoomFiles, roomFilesHandlers } from "./room-files-state.ts";
import { andThen } from "../state/transition.ts";
import type { FetchEffects } from "./showing/fetch-files.ts";

export const filesPart: Part<FilesState, FilesEvents, FetchEffects, FilesCommands> = {
  initial: { pictures: {}, fileWork: {}, roomFiles: null, filesView: { galleryRoomId: null, shown: null } },
  commands: (dispatch) => ({
    wantPicture: (path) => dispatch({ type: "files/picture-wanted", path }),
    dropPicture: (path) => dispatch({ type: "files/picture-dropped", path }),
    loadPictureAgain: (path) => dispatch({ type: "files/picture-again", path }),
    saveFile: (message) => dispatch({ type: "files/work-asked", message, phase: "saving" }),
    openFile: (message) => dispatch({ type: "files/work-asked", message, phase: "opening" }),
    endFileWork: (path) => dispatch({ type: "files/work-over", path }),
    showGallery: (roomId) => dispatch({ type: "files/viewed", view: { galleryRoomId: roomId } }),
    closeGallery: () => dispatch({ type: "files/viewed", view: { galleryRoomId: null, shown: null } }),
    showPicture: (message) => dispatch({ type: "files/viewed", view: { shown: message } }),
    closeViewer: () => dispatch({ type: "files/viewed", view: { shown: null } }),
    loadMoreFiles: () => dispatch({ type: "files/more-asked" }),
  }),
  handlers: { ...pictureHandlers, ...roomFilesHandlers },
  follow: forgottenPictures,
  retry: (state, isDue) => andThen(retryPictures(state, isDue), (next) => retryRoomFiles(next, isDue)),
  // PERF-1
  run: (outside) =>
    runnersOnDemand(["load-picture", "forget-picture", "fetch-file", "end-file-work"], async () =>
      (await import("./showing/fetch-files.ts")).fetchRunners(outside),
    ),
};
