import type { Part } from "../../state/part.ts";
import { deviceStorage } from "../../platform/storage/device-storage.ts";
import { lateCode } from "../../platform/late-component.ts";
import { ownerOf } from "../../state/selectors.ts";
import type { AttachmentsEffects, AttachmentsEvents, AttachmentsState } from "../../state/files/attachments-shape.ts";
import { attachmentHandlers, followAttachments } from "./attachments-state.ts";
import type { FileWork } from "./file-work.ts";
import { deleteTrays, readTray, storeTray, storedTrays, trayRoomOf } from "./stored-trays.ts";

/** Loaded ahead, so that even the first file can be chosen offline (SEND-1c). */
const fileWorkCode = lateCode(() => import("./file-work.ts"));

/** Set if the device's database may hold files; otherwise the page does not open it. */
const filesKey = "cuplaj.files";

export const attachmentsPart: Part<AttachmentsState, AttachmentsEvents, AttachmentsEffects> = {
  initial: { trays: {}, uploads: {}, askedSends: {} },
  handlers: attachmentHandlers,
  follow: followAttachments,
  run: (outside) => {
    const { getState, dispatch } = outside.store;
    let loading: Promise<FileWork> | null = null;
    const withWork = (act: (work: FileWork) => unknown): void => {
      loading ??= fileWorkCode().then(({ createFileWork }) => createFileWork(outside));
      void loading.then(act);
    };
    deviceStorage.onOtherTab((key, value) => {
      const owner = ownerOf(getState());
      const roomId = owner === null || key === null ? null : trayRoomOf(key, owner);
      if (roomId !== null) dispatch({ type: "attachments/changed-elsewhere", roomId, files: readTray(value) });
    });
    return {
      "start-session": () => {
        const owner = ownerOf(getState());
        if (owner !== null) dispatch({ type: "attachments/loaded", trays: storedTrays(owner) });
      },
      "save-tray": ({ roomId, files }) => {
        const owner = ownerOf(getState());
        if (owner !== null) storeTray(owner, roomId, files);
      },
      "forget-drafts": ({ owner }) => {
        const ids = deleteTrays(owner);
        if (ids.length > 0) withWork((work) => work.drop({ type: "drop-files", ids, areShown: false }));
      },
      "hold-files": ({ files }) => {
        deviceStorage.set(filesKey, "1");
        withWork((work) => work.hold(files));
      },
      "prepare-file": ({ id, isOriginal }) => withWork((work) => work.prepare(id, isOriginal)),
      "drop-files": (effect) => withWork((work) => work.drop(effect)),
      "call-upload": (effect) => withWork((work) => work.upload(effect)),
      "call-request": (effect) => withWork((work) => work.sendRequest(effect)),
      "wake-uploads": () => void loading?.then((work) => work.wake()),
      "restore-files": () => {
        if (deviceStorage.get(filesKey) !== null) withWork((work) => work.restore());
      },
      "close-outbox": () => void loading?.then((work) => work.leave()),
    };
  },
};
