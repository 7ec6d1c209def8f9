import type { PartFront } from "../part.ts";
import type { FilesCommands, FilesState } from "./files-shape.ts";

export const filesFront: PartFront<FilesState, FilesCommands> = {
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
  words: { ro: async () => (await import("./ro.ts")).ro, en: async () => (await import("./en.ts")).en },
};
