import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { type Clock, pause } from "../kernel/clock.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { readConfig } from "../settings/config.ts";
import { readCertificate } from "../settings/read-certificate.ts";
import { askAnswers, type GivenAnswers } from "./answers.ts";
import { changeEnv } from "./env-file.ts";
import { caddyPath, envPath, filesOf, nginxPath, settingsOf } from "./files.ts";
import { type Machine, machineAt } from "./machine.ts";
import { editedOf, planOf, type Wanted } from "./plan.ts";
import { leftSites, reloadSite } from "./site-step.ts";
import { changeableIn } from "./trusted-code.ts";

export interface AskedSetup {
  readonly given: GivenAnswers;
  /** `/`, or a folder in which only files are prepared. */
  readonly root: string;
  /** Whether to skip the question for confirmation. */
  readonly isConfirmed: boolean;
}

export interface SetupPorts {
  readonly clock: Clock;
  readonly makeSecret: () => string;
  readonly say: (line: string) => void;
  /** Null without a terminal. */
  readonly askLine: ((question: string) => Promise<string>) | null;
}

/** The folder of the release or clone that contains this code. */
const release = resolve(import.meta.dirname, "../../..");
const readyMs = 300_000;
const pollMs = 250;

/** `cuplaj setup` (SETUP-1): asks questions, announces a plan, and makes the missing changes. Returns the final lines for the operator. */
export async function setUp({ given, root, isConfirmed }: AskedSetup, ports: SetupPorts): Promise<readonly string[]> {
  const machine = machineAt(resolve(root));
  if (machine.isRunning) refuseMachine();
  const { wanted, config } = await wantedOn(machine, given, ports);
  const plan = planOf(machine, wanted);
  if (plan.length > 0) {
    for (const line of ["Setup will:", ...plan.flatMap(({ says }) => says.map((line) => `- ${line}`))]) ports.say(line);
    if (!isConfirmed) await confirm(ports.askLine);
    for (const { run } of plan) run();
    if (machine.isRunning) await untilReady(machine, config.port, ports.clock);
  }
  // An earlier run may have ended after it wrote the site and before the proxy read it.
  reloadSite(machine, wanted.files);
  return [
    plan.length === 0 ? "Everything is set up: nothing was changed." : "Everything is set up.",
    ...editedOf(machine, wanted.files).map((path) => `${path} is edited and was left; compare it with ${path}.new.`),
    ...leftSites(machine, wanted.files).map(
      (path) => `${path} is edited and was left; remove it, since it is no longer used.`,
    ),
    machine.isRunning
      ? `People open ${config.publicUrl}.`
      : `No account was made and no program run for ${resolve(root)}.`,
  ];
}

/** Asks questions and rejects answers that the server would reject, before anything is written. */
async function wantedOn(machine: Machine, given: GivenAnswers, { askLine, say, makeSecret }: SetupPorts) {
  const text = machine.read(envPath) ?? "";
  const before = parseEnv(text);
  const answers = await askAnswers({ given, defaults: defaultsOf(machine, before), askLine, say });
  const settings = settingsOf(answers, before, makeSecret);
  const config = readConfig(parseEnv(changeEnv(text, settings)), release);
  if (machine.isRunning) {
    refuseMissingProxy(answers.tls);
    readCertificate(config);
  }
  const template = (name: string): string => readFileSync(join(release, "deploy", name), "utf8");
  const wanted: Wanted = { release, settings, files: filesOf(answers, template, String(config.port)) };
  return { wanted, config };
}

function refuseMachine(): void {
  if (process.getuid?.() !== 0) throw new StartupProblem("Setup changes the machine: run it as root, or with --root.");
  if (!existsSync("/run/systemd/system"))
    throw new StartupProblem("This machine does not run systemd: prepare a folder with --root, or use the image.");
  const changeable = changeableIn(release);
  if (changeable !== null)
    throw new StartupProblem(
      `An account other than root could change the code in ${changeable}: unpack the release into /opt, as root.`,
    );
}

function refuseMissingProxy(tls: string): void {
  if ((tls === "nginx" || tls === "caddy") && !existsSync(`/etc/${tls}`))
    throw new StartupProblem(`There is no ${tls} on this machine: apt-get install ${tls}, and run setup again.`);
}

/** Reads the answers of an earlier setup from its files. */
function defaultsOf(machine: Machine, before: NodeJS.Dict<string>): GivenAnswers {
  const site = machine.read(nginxPath) ?? "";
  const fileOf = (directive: string): string => new RegExp(`${directive} +([^;]+);`, "u").exec(site)?.[1] ?? "";
  return {
    address: before["PUBLIC_URL"] ?? "",
    tls: tlsOf(machine, before),
    certificate: before["TLS_CERT_FILE"] ?? fileOf("ssl_certificate"),
    key: before["TLS_KEY_FILE"] ?? fileOf("ssl_certificate_key"),
    database: before["DATABASE_URL"] ?? "own",
  };
}

function tlsOf(machine: Machine, before: NodeJS.Dict<string>): string {
  if (before["TLS_CERT_FILE"] !== undefined) return "own";
  if (before["SETUP_TLS"] !== undefined) return before["SETUP_TLS"];
  if (machine.exists(nginxPath)) return "nginx";
  if (machine.exists(caddyPath)) return "caddy";
  return before["PUBLIC_URL"] === undefined ? "" : "other";
}

async function confirm(askLine: SetupPorts["askLine"]): Promise<void> {
  if (askLine === null) throw new StartupProblem("Nothing was changed: give --yes to do this without a terminal.");
  if (!/^y(es)?$/iu.test((await askLine("Do this? [y/N] ")).trim())) throw new StartupProblem("Nothing was changed.");
}

/** Waits until the server is ready, which may include migrations; throws the latest lines of its log if it fails. */
async function untilReady(machine: Machine, port: number, clock: Clock): Promise<void> {
  const end = clock.steadyMs() + readyMs;
  while (!(await isReady(port))) {
    if (machine.succeeds("systemctl", "is-failed", "--quiet", "cuplaj") || clock.steadyMs() > end) {
      const said = machine.run("journalctl", "-u", "cuplaj", "-o", "cat", "-n", "20").trim();
      throw new StartupProblem(`Cuplaj did not start:\n${said}`);
    }
    await pause(clock, pollMs);
  }
}

const isReady = async (port: number): Promise<boolean> =>
  await fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
