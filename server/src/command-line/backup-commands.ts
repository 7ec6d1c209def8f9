import { basename } from "node:path";
import { noteCommand } from "../audit/note-command.ts";
import type { Command } from "./command.ts";

/** `backup FILE` (KEEP-1): works with or without a running server. */
export const backup: Command = {
  name: "backup",
  summary: "back up database, files and secrets into FILE; the server may be running",
  word: "FILE",
  options: {},
  async run(values, ports) {
    const file = String(values["FILE"]);
    const opened = await ports.open();
    const { begunAt, bytes, without } = await opened.backUp(file, ports.say);
    await noteCommand(opened.audit, { kind: "backup.made", what: basename(file), at: ports.now() });
    return [`${file} contains everything stored until ${begunAt} (${bytes} bytes).`, ...without];
  },
};

export const restore: Command = {
  name: "restore",
  summary: "restore a backup into an empty DATA_DIR",
  word: "FILE",
  options: {},
  async run(values, ports) {
    const file = String(values["FILE"]);
    const { header, filesMissing } = await ports.restore(file, ports.say);
    const missing = `Message files missing from the backup, such as those removed while it was made: ${filesMissing}.`;
    return [
      `Restored everything stored until ${header.begunAt}; the server can start.`,
      ...header.without,
      ...(filesMissing > 0 ? [missing] : []),
    ];
  },
};
