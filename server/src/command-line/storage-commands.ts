import { shownBytes } from "../kernel/shown-bytes.ts";
import { type Command, Refusal } from "./command.ts";

/** `storage move` (MSG-3v): fails if files are left behind; a second run continues. */
export const storageMove: Command = {
  name: "storage move",
  summary:
    "move all files to another storage, such as file:/srv/cuplaj-files or s3://bucket/prefix; the server may be running",
  word: "URL",
  options: {},
  async run(values, ports) {
    const opened = await ports.open();
    const end = await opened.moveFiles(String(values["URL"]), ports.say);
    if (end === null) {
      throw new Refusal(
        "URL is not valid; allowed is an address such as file:/folder or s3://bucket/prefix?endpoint=...&region=...",
      );
    }
    const done = [
      `Moved ${end.moved} files (${shownBytes(end.bytes)}) to ${end.url}; new files go there too.`,
      `If STORAGE_URL is set, change it before the next start: ${end.url}`,
    ];
    if (end.uploads > 0) done.push(`${end.uploads} unfinished uploads stay in the old storage for at most a day.`);
    const left = end.damaged.map((id) => `The file ${id} is damaged and stays in the old storage.`);
    if (end.unpublished > 0) left.push(`${end.unpublished} files were not published yet: run this again in an hour.`);
    if (left.length > 0) throw new Refusal([...done, ...left].join("\n"));
    return [...done, "The server empties the old storage within minutes."];
  },
};
