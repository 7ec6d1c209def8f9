import { basename } from "node:path";
import { noteCommand } from "../audit/note-command.ts";
import { type Command, Refusal } from "./command.ts";

const usualNewest = 30;

/** `backup FILE` (KEEP-1): works with or without a running server. */
export const backup: Command = {
  name: "backup",
  summary: "write database, files and secrets into FILE, while the server runs",
  word: "FILE",
  options: {},
  async run(values, ports) {
    const file = String(values["FILE"]);
    const opened = await ports.open();
    const { begunAt, bytes, without } = await opened.backUp(file, ports.say);
    await noteCommand(opened.audit, { kind: "backup.made", what: basename(file), at: ports.now() });
    return [`${file} holds all that was stored until ${begunAt} (${bytes} bytes).`, ...without];
  },
};

export const backupDaily: Command = {
  name: "backup daily",
  summary: "write a backup a day into FOLDER, until stopped",
  word: "FOLDER",
  options: { keep: { type: "string", value: "N", help: "how many of the newest stay (default: 30)" } },
  async run(values, ports) {
    const newest = Number(values["keep"] ?? usualNewest);
    if (!Number.isInteger(newest) || newest < 1) throw new Refusal("--keep is a whole number from 1 on.");
    const opened = await ports.open();
    await opened.backUpDaily({ folder: String(values["FOLDER"]), newest }, ports.say);
    return ["Stopped."];
  },
};

export const restore: Command = {
  name: "restore",
  summary: "bring a backup back into an empty DATA_DIR",
  word: "FILE",
  options: {},
  async run(values, ports) {
    const file = String(values["FILE"]);
    const { header, filesMissing } = await ports.restore(file, ports.say);
    const missing = `${filesMissing} files of messages are not in it, such as those that were removed while it was made.`;
    return [
      `Restored all that was stored until ${header.begunAt}; the server can start.`,
      ...header.without,
      ...(filesMissing > 0 ? [missing] : []),
    ];
  },
};
