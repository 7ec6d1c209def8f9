import type { Command } from "./command.ts";

/** `search rebuild` (RUN-7): search works during a rebuild, and the server finishes an interrupted one. */
export const searchRebuild: Command = {
  name: "search rebuild",
  summary: "rebuild the search index; the server may be running",
  options: {},
  async run(_values, ports) {
    const opened = await ports.open();
    const rooms = await opened.rebuildSearch(ports.say);
    return [`Rebuilt the search index of ${rooms} rooms.`];
  },
};
