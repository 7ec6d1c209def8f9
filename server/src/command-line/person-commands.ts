import { resolve } from "node:path";
import { reasonOf } from "../kernel/startup-problem.ts";
import type { DataPerson } from "../personal-data/store.ts";
import { type Command, type CommandPorts, type Opened, Refusal, textOf } from "./command.ts";

export const personExport: Command = {
  name: "person export",
  summary: "export everything stored about NAME into a new folder, as JSON and files",
  word: "NAME",
  options: {
    to: { type: "string", value: "FOLDER", help: "the folder to create, private to this account", isRequired: true },
  },
  async run(values, ports) {
    const folder = resolve(textOf(values, "to"));
    const { personalData } = await ports.open();
    const { id, username } = await find(personalData, textOf(values, "NAME"));
    const end = await personalData.export(id, folder).catch((error: unknown) => {
      throw error instanceof Error && "syscall" in error
        ? new Refusal(`--to ${folder} cannot be written (${reasonOf(error)}); it must be a new folder.`)
        : error;
    });
    const lost = end.lost === 0 ? [] : [`${end.lost} of the files are missing from the storage.`];
    return [`Wrote ${end.rows} rows and ${end.files} files of ${username} into ${folder}.`, ...lost];
  },
};

/** `person erase` (PERS-2): asks for the username again, since erasing cannot be undone. */
export const personErase: Command = {
  name: "person erase",
  summary: "permanently erase NAME from all conversations: name, texts, files, likes and sessions",
  word: "NAME",
  options: { yes: { type: "boolean", help: "do not ask for confirmation" } },
  async run(values, ports) {
    const { personalData } = await ports.open();
    const { id, username } = await find(personalData, textOf(values, "NAME"));
    if (values["yes"] !== true) await confirm(username, ports);
    await personalData.erase(id, ports.say);
    return [`Erased ${username} (id ${id}). Earlier backups still contain them.`];
  },
};

async function find(personalData: Opened["personalData"], username: string): Promise<DataPerson> {
  const person = await personalData.find(username);
  if (person === null) throw new Refusal(`${username}: there is no such account, or it was erased.`);
  return person;
}

async function confirm(username: string, { askLine }: CommandPorts): Promise<void> {
  if (askLine === null) throw new Refusal("There is no terminal to ask for confirmation: pass --yes.");
  const typed = await askLine(`This cannot be undone. Type the username to erase ${username}: `);
  if (typed.trim() !== username) throw new Refusal("The names do not match. Nothing was erased.");
}
