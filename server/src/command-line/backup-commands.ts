import { basename } from "node:path";
import { noteCommand } from "../audit/note-command.ts";
import type { RestoreEnd } from "../backups/restore.ts";
import { type Command, type CommandOption, Refusal, textOf } from "./command.ts";

const identity: CommandOption = {
  type: "string",
  value: "KEYFILE",
  help: "file with the age key of an encrypted FILE",
};

const usualNewest = 30;

/** `backup FILE` (KEEP-1): works with or without a running server. */
export const backup: Command = {
  name: "backup",
  summary: "back up database, files and secrets into FILE; the server may be running",
  word: "FILE",
  options: {
    logical: { type: "boolean", help: "for any PostgreSQL from 15 on, as always with DATABASE_URL" },
    recipient: { type: "string", value: "age1...", help: "encrypt to it with age; repeatable", isRepeatable: true },
  },
  async run(values, ports) {
    const file = String(values["FILE"]);
    const opened = await ports.open();
    const asked = {
      file,
      isLogical: values["logical"] === true,
      recipients: [values["recipient"] ?? []].flat().map(String),
    };
    const { begunAt, bytes, without } = await opened.backUp(asked, ports.say);
    await noteCommand(opened.audit, { kind: "backup.made", what: basename(file), at: ports.now() });
    return [`${file} contains everything stored until ${begunAt} (${bytes} bytes).`, ...without];
  },
};

export const backupVerify: Command = {
  name: "backup verify",
  summary: "verify FILE by restoring it into a temporary folder; the server may be running",
  word: "FILE",
  options: { identity },
  async run(values, ports) {
    const file = String(values["FILE"]);
    const end = await ports.verify({ file, identity: textOf(values, "identity") || null }, ports.say);
    return [
      `${file} is complete and can be restored: everything stored until ${end.header.begunAt}, ${end.rows} rows in ${end.tables} tables.`,
      ...gapsOf(end),
    ];
  },
};

export const backupDaily: Command = {
  name: "backup daily",
  summary: "write a backup a day into FOLDER, until stopped",
  word: "FOLDER",
  options: { keep: { type: "string", value: "N", help: "number of backups to keep (default: 30)" } },
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
  summary: "restore a backup into an empty DATA_DIR",
  word: "FILE",
  options: { identity },
  async run(values, ports) {
    const file = String(values["FILE"]);
    const end = await ports.restore({ file, identity: textOf(values, "identity") || null }, ports.say);
    return [`Restored all that was stored until ${end.header.begunAt}; the server can start.`, ...gapsOf(end)];
  },
};

function gapsOf({ header, filesMissing }: RestoreEnd): readonly string[] {
  const missing = `Message files missing from the backup, such as those removed while it was made: ${filesMissing}.`;
  return [...header.without, ...(filesMissing > 0 ? [missing] : [])];
}
