import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { pathToFileURL } from "node:url";
import type { OwnCode } from "@cuplaj/protocol/error-reports/read-error.ts";

const root = new URL("../../../", import.meta.url);
/** Matches our source files, except the demo's conversations and code that only tests use. */
const sourcePath = /^(?:server|protocol|media)\/src(?!\/(?:testing|demo\/content)\/)(?:\/[a-z0-9-]+)+(?:\.pg)?\.ts$/u;
/** Shorter texts could match by chance; our longest text is shorter than the maximum. */
const [textCharactersMin, textCharactersMax] = [12, 300];
const searchedFilesMax = 8;

/** SQLSTATE codes to report, besides system error codes. */
const sqlStates = ["22001", "22003", "22021", "22P02", "23502", "23503", "23505", "23514", "25006", "40001", "40P01"];
const moreSqlStates = [
  "42601",
  "42703",
  "42883",
  "42P01",
  "53100",
  "53200",
  "53300",
  "55P03",
  "57014",
  "57P01",
  "57P03",
];

/** REP-1b: recognises texts from this server's source files; they cannot contain personal data. */
export function createOwnSource(): OwnCode {
  /** Source texts by path. Only existing files are cached, which bounds the size. */
  const texts = new Map<string, string>();
  const textOf = (file: string): string | null => {
    const text = texts.get(file) ?? readSource(file);
    if (text !== null) texts.set(file, text);
    return text;
  };
  return {
    ownFile(location) {
      const [address = ""] = (location.startsWith("/") ? pathToFileURL(location).href : location).split(/[?#]/u);
      const file = address.startsWith(root.href) ? address.slice(root.href.length) : "";
      return sourcePath.test(file) && textOf(file) !== null ? file : null;
    },
    isOwnText: (text, files) =>
      text.length >= textCharactersMin &&
      text.length <= textCharactersMax &&
      [...new Set(files)].slice(0, searchedFilesMax).some((file) => textOf(file)?.includes(JSON.stringify(text))),
    codes: new Set([...Object.keys(constants.errno), ...sqlStates, ...moreSqlStates]),
  };
}

/** Returns null if the file is missing, for example because an upgrade has removed it. */
function readSource(file: string): string | null {
  try {
    return readFileSync(new URL(file, root), "utf8");
  } catch {
    return null;
  }
}
