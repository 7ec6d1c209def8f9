import { basename, dirname } from "node:path";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { changeEnv, missingIn, type SettingChanges } from "./env-file.ts";
import { backupsPath, dataPath, envPath, type SetupFile, unitPath } from "./files.ts";
import type { Machine, Step } from "./machine.ts";
import { isEdited, isSite, siteStep } from "./site-step.ts";

const codePath = "/opt/cuplaj";
const commandPath = "/usr/local/bin/cuplaj";
const units = ["cuplaj.service", "cuplaj-backup.timer"];

export interface Wanted {
  readonly release: string;
  readonly settings: SettingChanges;
  readonly files: readonly SetupFile[];
}

/** Returns the steps that are still to be done, in order. If a run is interrupted, the next one does the remaining steps. */
export function planOf(machine: Machine, { release, settings, files }: Wanted): readonly Step[] {
  const found = [
    accountStep(machine),
    ...[dataPath, backupsPath].map((path) => folderStep(machine, path)),
    ...codeSteps(machine, release),
    ...files.map((file) => fileStep(machine, file)),
    siteStep(machine, files),
    // Comes last, since the next run takes its answers from this file.
    envStep(machine, settings),
  ].filter((step) => step !== null);
  const start = startStep(machine, found.length > 0, settings);
  return start === null ? found : [...found, start];
}

/** Returns the files that setup does not overwrite because somebody has edited them; its own version is next to each. */
export const editedOf = (machine: Machine, files: readonly SetupFile[]): readonly string[] =>
  files.filter((file) => isEdited(machine, file)).map(({ path }) => path);

function accountStep(machine: Machine): Step | null {
  if (!machine.isRunning || machine.succeeds("id", "cuplaj")) return null;
  const words = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "cuplaj"];
  return { says: ["Make the account cuplaj"], run: () => void machine.run("useradd", ...words) };
}

function folderStep(machine: Machine, path: string): Step | null {
  if (machine.exists(path)) {
    if (!machine.isRunning) return null;
    const uid = machine.succeeds("id", "cuplaj") ? Number(machine.run("id", "-u", "cuplaj")) : null;
    if (machine.ownerOf(path) === uid) return null;
    throw new StartupProblem(`${path} belongs to another account: chown -R cuplaj: ${path}, or move it away.`);
  }
  const make = (): void =>
    machine.isRunning
      ? void machine.run("install", "-d", "-o", "cuplaj", "-g", "cuplaj", "-m", "0700", path)
      : machine.makeFolder(path);
  return { says: [`Make ${path}, readable only by the account cuplaj`], run: make };
}

/** Links the release to a path without its version, and the command into `/usr/local/bin`. */
function codeSteps(machine: Machine, release: string): readonly (Step | null)[] {
  const isBeside = dirname(release) === machine.inside(dirname(codePath));
  const target = isBeside ? basename(release) : release;
  const isUnderName = release === machine.inside(codePath);
  return [
    isUnderName ? null : linkStep(machine, codePath, target),
    linkStep(machine, commandPath, "../../../opt/cuplaj/deploy/cuplaj"),
  ];
}

function linkStep(machine: Machine, path: string, target: string): Step | null {
  const present = machine.linkAt(path);
  if (present === target) return null;
  if (present === null && machine.exists(path))
    throw new StartupProblem(`${path} is not a link: move it away, and run setup again.`);
  return { says: [`Link ${path} to ${target}`], run: () => machine.link(path, target) };
}

function envStep(machine: Machine, settings: SettingChanges): Step | null {
  const text = machine.read(envPath) ?? "";
  const names = missingIn(text, settings).map(([name]) => name);
  if (names.length === 0 && machine.isSecret(envPath)) return null;
  const run = (): void => machine.write(envPath, changeEnv(text, settings), 0o600);
  const says = names.length === 0 ? `Make ${envPath} readable only by root` : `Set ${names.join(", ")} in ${envPath}`;
  return { says: [says], run };
}

function fileStep(machine: Machine, file: SetupFile): Step | null {
  const { path, text } = file;
  if (isEdited(machine, file)) {
    const beside = `${path}.new`;
    if (machine.read(beside) === text) return null;
    return { says: [`Write ${beside}, since ${path} is edited`], run: () => machine.write(beside, text, 0o644) };
  }
  if (isSite(file) || machine.read(path) === text) return null;
  return { says: [`Write ${path}`], run: () => machine.write(path, text, 0o644) };
}

/** Restarts the server if the files that it reads have changed since it started. */
function startStep(machine: Machine, isChanged: boolean, { TLS_KEY_FILE: keyFile }: SettingChanges): Step | null {
  if (!machine.isRunning) return null;
  const isEnabled = units.every((unit) => machine.succeeds("systemctl", "is-enabled", "--quiet", unit));
  const shown = machine.run("systemctl", "show", "cuplaj", "-p", "ActiveEnterTimestamp", "--timestamp=unix");
  const startedAtMs = Number(/@(\d+)/u.exec(shown)?.[1] ?? 0) * 1000;
  const read = [envPath, unitPath, codePath];
  const isCurrent = read.every((path) => machine.changedAtMs(path) < startedAtMs + 1000);
  const isUp = units.every((unit) => machine.succeeds("systemctl", "is-active", "--quiet", unit));
  if (!isChanged && isEnabled && isCurrent && isUp) return null;
  const run = (): void => {
    if (keyFile && !machine.succeeds("runuser", "-u", "cuplaj", "--", "test", "-r", keyFile))
      throw new StartupProblem(`The account cuplaj cannot read ${keyFile}: give it to the group cuplaj (mode 0640).`);
    machine.run("systemctl", "daemon-reload");
    machine.run("systemctl", "enable", "--quiet", "--now", "cuplaj-backup.timer");
    machine.run("systemctl", "enable", "--quiet", "cuplaj");
    machine.run("systemctl", "restart", "cuplaj");
  };
  return { says: ["Start Cuplaj, now and with the machine, and its backup every night"], run };
}
