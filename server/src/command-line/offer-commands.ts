import { resolve } from "node:path";
import type { ImportEnd } from "../offers-import/import-offers.ts";
import { offersReaderOf } from "../offers-import/read-offers.ts";
import { type Command, Refusal } from "./command.ts";

/** `offers import` (ERP-2f): stores all offers of a file, or none. */
export const offersImport: Command = {
  name: "offers import",
  summary: "import the offers in a .json, .csv or .txt file, all or none; the server may be running",
  word: "FILE",
  options: {
    as: { type: "string", value: "NAME", help: "the ERP account that stores them", isRequired: true },
    "dry-run": {
      type: "boolean",
      help: "report what would be created, changed and left unchanged, without storing it",
    },
  },
  async run(values, ports) {
    const [path, username] = [resolve(String(values["FILE"])), String(values["as"])];
    const read = offersReaderOf(path);
    if (read === null) throw new Refusal(`FILE is ${path}; it must end in .json, .csv or .txt.`);
    const opened = await ports.open();
    const isDryRun = values["dry-run"] === true;
    const end = await opened.importOffers({ read, username, isDryRun }, ports.say).catch((error: unknown) => {
      throw refusalOf(error, path);
    });
    if (end === null)
      throw new Refusal(`--as ${username}: there is no ERP account with that name that may store offers.`);
    return describe(end, isDryRun);
  },
};

function describe(end: ImportEnd, isDryRun: boolean): readonly string[] {
  if (end.kind === "bad") {
    throw new Refusal([...end.lines, isDryRun ? "Nothing would be imported." : "Nothing was imported."].join("\n"));
  }
  const counts = `${end.made} created, ${end.stored} changed, ${end.same} unchanged`;
  return [isDryRun ? `Would import: ${counts}. Nothing was imported.` : `Imported: ${counts}.`];
}

/** Turns failures that the operator can fix into refusals: an unreadable file, or an offer in use. */
function refusalOf(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  if ("syscall" in error && ["open", "read"].includes(String(error.syscall))) {
    return new Refusal(`FILE ${path} cannot be read (${String(error.code)}).`);
  }
  const isHeld = error.code === "55P03" || error.code === "40P01";
  return isHeld ? new Refusal("An offer or its room was in use for 2 s. Nothing was imported: run it again.") : error;
}
