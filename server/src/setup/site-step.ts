import { caddyPath, isUnedited, nginxPath, type SetupFile } from "./files.ts";
import type { Machine, Step } from "./machine.ts";

const caddyfilePath = "/etc/caddy/Caddyfile";
const importLine = `import ${caddyPath}`;
const sitePaths = [nginxPath, caddyPath];

type Proxy = "nginx" | "caddy";
const proxyOf = (path: string): Proxy => (path === nginxPath ? "nginx" : "caddy");

interface Change {
  readonly says: string;
  readonly path: string;
  /** Null removes the file. */
  readonly text: string | null;
}

export const isSite = ({ path }: Pick<SetupFile, "path">): boolean => sitePaths.includes(path);

export const isEdited = (machine: Machine, { path, text }: SetupFile): boolean => {
  const present = machine.read(path);
  return present !== null && present !== text && !isUnedited(present);
};

/** Removes another proxy's site and writes the wanted one; both would want the same port. */
export function siteStep(machine: Machine, files: readonly SetupFile[]): Step | null {
  const removals = otherSites(machine, files).flatMap((path) => removalOf(machine, path));
  const changes = [...removals, ...files.filter(isSite).flatMap((file) => additionOf(machine, file))];
  if (changes.length === 0) return null;
  return { says: changes.map(({ says }) => says), run: () => makeAccepted(machine, changes, files) };
}

/** Sites of proxies that are not wanted, which setup keeps because somebody has edited them. */
export const leftSites = (machine: Machine, files: readonly SetupFile[]): readonly string[] =>
  otherSites(machine, files).filter((path) => !isUnedited(machine.read(path) ?? ""));

/** Makes the wanted proxy read its files; throws if it refuses them. */
export function reloadSite(machine: Machine, files: readonly SetupFile[]): void {
  const proxy = proxyIn(files);
  if (!machine.isRunning || proxy === null) return;
  if (proxy === "nginx") machine.run("nginx", "-q", "-t");
  machine.run("systemctl", "reload-or-restart", proxy);
}

const proxyIn = (files: readonly SetupFile[]): Proxy | null => {
  const site = files.find(isSite);
  return site === undefined ? null : proxyOf(site.path);
};

const otherSites = (machine: Machine, files: readonly SetupFile[]): readonly string[] =>
  sitePaths.filter((path) => machine.exists(path) && files.every((file) => file.path !== path));

function removalOf(machine: Machine, path: string): readonly Change[] {
  if (!isUnedited(machine.read(path) ?? "")) return [];
  const lines = (machine.read(caddyfilePath) ?? "").split("\n");
  const isImported = path === caddyPath && lines.includes(importLine);
  const without = lines.filter((line) => line !== importLine).join("\n");
  return [
    ...(isImported
      ? [{ says: `Remove "${importLine}" from ${caddyfilePath}`, path: caddyfilePath, text: without }]
      : []),
    { says: `Remove ${path}`, path, text: null },
  ];
}

function additionOf(machine: Machine, file: SetupFile): readonly Change[] {
  const { path, text } = file;
  const isLeft = isEdited(machine, file) || machine.read(path) === text;
  const before = machine.read(caddyfilePath) ?? "";
  const isImported = path !== caddyPath || before.split("\n").includes(importLine);
  const imported = `${before}\n${importLine}\n`.trimStart();
  return [
    ...(isLeft ? [] : [{ says: `Write ${path}`, path, text }]),
    ...(isImported ? [] : [{ says: `Add "${importLine}" to ${caddyfilePath}`, path: caddyfilePath, text: imported }]),
  ];
}

/** SETUP-1b: if the wanted proxy refuses its site, all files and the other proxy are as before. */
function makeAccepted(machine: Machine, changes: readonly Change[], files: readonly SetupFile[]): void {
  const before = changes.map(({ path }) => ({ path, text: machine.read(path) }));
  const others = new Set(changes.map(({ path }) => proxyOf(path)).filter((proxy) => proxy !== proxyIn(files)));
  try {
    for (const change of changes) put(machine, change);
    for (const proxy of others) restartOther(machine, proxy);
    reloadSite(machine, files);
  } catch (error) {
    for (const each of before) put(machine, each);
    for (const proxy of others) restartOther(machine, proxy);
    throw error;
  }
}

function put(machine: Machine, { path, text }: Pick<Change, "path" | "text">): void {
  if (text !== null) machine.write(path, text, 0o644);
  else if (machine.exists(path)) machine.remove(path);
}

/** Frees the port; a reload would return before that. */
function restartOther(machine: Machine, proxy: Proxy): void {
  if (!machine.isRunning || (proxy === "nginx" && !machine.succeeds("nginx", "-q", "-t"))) return;
  machine.succeeds("systemctl", "try-restart", proxy);
}
