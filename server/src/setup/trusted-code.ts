import { statSync } from "node:fs";
import { dirname, join } from "node:path";

const codeFolders = ["deploy", "media", "node_modules", "protocol", "server"];

const withParents = (path: string): string[] =>
  dirname(path) === path ? [path] : [...withParents(dirname(path)), path];

/** Returns a folder in which an account other than root could change the release's code; null if only root can. */
export function changeableIn(
  release: string,
  statOf: (path: string) => { readonly uid: number; readonly mode: number } = statSync,
): string | null {
  const folders = [...withParents(release), ...codeFolders.map((name) => join(release, name))];
  return folders.find((path) => isChangeable(statOf(path))) ?? null;
}

const isChangeable = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
  uid !== 0 || (mode & 0o022) !== 0;
