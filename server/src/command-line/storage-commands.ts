import { type Command, Refusal } from "./command.ts";

/** `storage move` (MSG-3v): fails if files are left behind; a second run continues. */
export const storageMove: Command = {
  name: "storage move",
  summary:
    "bring all files to another place, such as file:/srv/cuplaj-files or s3://bucket/prefix, while the server runs",
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
      `Moved ${end.moved} files (${end.bytes} bytes) to ${end.url}, where new ones go too.`,
      `Where STORAGE_URL is set, set it to that before the next start: ${end.url}`,
    ];
    if (end.uploads > 0) done.push(`${end.uploads} unfinished uploads stay where they began, for a day at most.`);
    const left = end.damaged.map((id) => `The file ${id} is not whole where it was, and stays there.`);
    if (end.unpublished > 0) left.push(`${end.unpublished} files were on their way: run this again in an hour.`);
    if (left.length > 0) throw new Refusal([...done, ...left].join("\n"));
    return [...done, "The old place still holds what the server removes from there within minutes."];
  },
};
