import { basename } from "node:path";
import { noteCommand } from "../audit/note-command.ts";
import type { AskedBackup } from "../backups/back-up.ts";
import { backUpToday, type DailyBackups } from "../backups/daily-backups.ts";
import type { RestoreEnd } from "../backups/restore.ts";
import { shownBytes } from "../kernel/shown-bytes.ts";
import {
  type Command,
  type CommandOption,
  type CommandPorts,
  type Opened,
  type OptionValues,
  Refusal,
  textOf,
} from "./command.ts";

const identity: CommandOption = {
  type: "string",
  value: "KEYFILE",
  help: "file with the age key of an encrypted FILE",
};

const recipient: CommandOption = {
  type: "string",
  value: "age1...",
  help: "encrypt to it with age; repeatable",
  isRepeatable: true,
};

const recipientsOf = (values: OptionValues): readonly string[] => [values["recipient"] ?? []].flat().map(String);

const usualNewest = 30;

/** `backup FILE` (KEEP-1): works with or without a running server. */
export const backup: Command = {
  name: "backup",
  summary: "back up database, files and secrets into FILE; the server may be running",
  word: "FILE",
  options: {
    logical: { type: "boolean", help: "for any PostgreSQL from 15 on, as always with DATABASE_URL" },
    recipient,
  },
  async run(values, ports) {
    const isLogical = values["logical"] === true;
    const asked = { file: String(values["FILE"]), isLogical, recipients: recipientsOf(values) };
    return await makeOne(await ports.open(), ports, asked);
  },
};

/** Makes a backup; returns the lines to print about it. */
async function makeOne(opened: Opened, { say, now }: CommandPorts, asked: AskedBackup): Promise<readonly string[]> {
  const { begunAt, bytes, without } = await opened.backUp(asked, say);
  await noteCommand(opened.audit, { kind: "backup.made", what: basename(asked.file), at: now() });
  return [`${asked.file} contains everything stored until ${begunAt} (${shownBytes(bytes)}).`, ...without];
}

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
  options: {
    keep: { type: "string", value: "N", help: "number of backups to keep (default: 30)" },
    recipient,
    once: { type: "boolean", help: "make only today's, if it is missing" },
  },
  async run(values, ports) {
    const newest = Number(values["keep"] ?? usualNewest);
    if (!Number.isInteger(newest) || newest < 1) throw new Refusal("--keep is a whole number from 1 on.");
    const opened = await ports.open();
    const { now, say } = ports;
    const [folder, recipients] = [String(values["FOLDER"]), recipientsOf(values)];
    const daily: DailyBackups = {
      ...{ folder, newest, now, say },
      makeOne: (file) => makeOne(opened, ports, { file, isLogical: false, recipients }),
    };
    if (values["once"] === true) {
      await backUpToday(daily);
      return [`Today's backup is in ${folder}.`];
    }
    await opened.backUpDaily(daily);
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
