import type { Command } from "./command.ts";

/** `search rebuild` (RUN-7): search works during a rebuild, and the server finishes an interrupted one. */
export const searchRebuild: Command = {
  name: "search rebuild",
  summary: "make the index of search anew from what was said, while the server runs",
  options: {},
  async run(_values, ports) {
    const opened = await ports.open();
    const rooms = await opened.rebuildSearch(ports.say);
    return [`Search finds what was said in ${rooms} rooms by a new index.`];
  },
};
