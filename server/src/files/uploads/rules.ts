import { fileNameCharactersMax } from "@cuplaj/protocol/limits.ts";
import { showsSomething, withoutControls } from "@cuplaj/protocol/message-text.ts";
import { readMessageText } from "../../messages/rules.ts";

/** MSG-3: validates a text as for `publish`, except that with a file it may be empty. */
export function readFileText(input: string): ReturnType<typeof readMessageText> {
  const read = readMessageText(input);
  return !read.ok && read.problem === "empty" ? { ok: true, text: "" } : read;
}

/** Longer extensions are not preserved when a name is cut. */
const endingMax = 16;

/** MSG-3g: strips control characters, line ends and folders; empty if nothing is visible. A long name keeps its extension. */
export function readFileName(typed: string): string {
  const line = withoutControls(typed.toWellFormed()).replaceAll(/[\t\n\u2028\u2029]/gu, "");
  const name = (line.split(/[/\\]/u).at(-1) ?? "").trim();
  if (!showsSomething(name.replaceAll(".", ""))) return "";
  const characters = Array.from(name);
  if (characters.length <= fileNameCharactersMax) return name;
  const dot = characters.lastIndexOf(".");
  const ending = dot > 0 && characters.length - dot <= endingMax ? characters.slice(dot) : [];
  return [...characters.slice(0, fileNameCharactersMax - ending.length), ...ending].join("");
}

const kindNames: readonly (readonly [RegExp, string])[] = [
  [/^image\//u, "imagine"],
  [/^video\//u, "video"],
  [/^audio\//u, "audio"],
  [/^application\/pdf$/u, "document"],
];

/** MSG-3g: names an unnamed file after its type. */
export function nameOfKind(mime: string): string {
  const kind = kindNames.find(([pattern]) => pattern.test(mime))?.[1] ?? "fișier";
  const ending = /\/([a-z0-9]{2,5})$/u.exec(mime)?.[1] ?? "";
  return kind === "fișier" || ending === "" ? kind : `${kind}.${ending === "jpeg" ? "jpg" : ending}`;
}
