import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { DatabaseAddress } from "../../../server/src/storage/database.ts";
import { freePort, untilListening } from "../listening.ts";
import type { EjabberdPackage } from "./ejabberd-package.ts";

export const XMPP_HOST = "localhost";

export interface EjabberdProcess {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

// Debian's ejabberdctl sets these options.
const machineWords = ["+K", "true", "+P", "250000"];
const machineLimits = { ERL_MAX_PORTS: "32000", ERL_MAX_ETS_TABLES: "1400" };

/** Exits when stdin closes, as it does even if the bench is killed. */
const leaveWithBench = 'spawn(fun() -> io:get_line(""), halt() end).';

/** Starts ejabberd on a temporary folder and the given database, without a cluster, node name or `epmd`. */
export async function startEjabberd(installed: EjabberdPackage, database: DatabaseAddress): Promise<EjabberdProcess> {
  const folder = mkdtempSync(join(tmpdir(), "bench-ejabberd-"));
  const port = await freePort();
  const [configFile, logFile] = [join(folder, "ejabberd.yml"), join(folder, "ejabberd.log")];
  writeFileSync(configFile, config(port, database), { mode: 0o600 });
  const output = openSync(join(folder, "output"), "a");
  const words = [
    "-noshell",
    "-mnesia",
    "dir",
    `"${join(folder, "mnesia")}"`,
    "-s",
    "ejabberd",
    "-eval",
    leaveWithBench,
  ];
  const child = spawn(join(installed.programs, "erlexec"), [...machineWords, ...words], {
    cwd: folder,
    stdio: ["pipe", output, output],
    env: {
      ...machineLimits,
      PATH: process.env["PATH"],
      HOME: folder,
      // Debian's `erl` wrapper supports only one folder.
      ROOTDIR: installed.erlang,
      BINDIR: installed.programs,
      EMU: "beam",
      PROGNAME: "erl",
      LD_LIBRARY_PATH: installed.libraries.join(delimiter),
      ERL_LIBS: installed.libraries.join(delimiter),
      ERL_CRASH_DUMP: join(folder, "crash.dump"),
      EJABBERD_CONFIG_PATH: configFile,
      EJABBERD_LOG_PATH: logFile,
    },
  });
  closeSync(output);
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.stdin?.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([untilListening("ejabberd", port), ended]);
    if (child.exitCode !== null) throw new Error(`ejabberd ended: ${readFileSync(join(folder, "output"), "utf8")}`);
  } catch (error) {
    await stop();
    throw error;
  }
  if (child.pid === undefined) throw new Error("ejabberd did not start");
  return { pid: child.pid, port, stop };
}

/** A configuration with only rooms and their archive, without rate limits. */
function config(port: number, database: DatabaseAddress): string {
  return `hosts: [${XMPP_HOST}]
loglevel: warning
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    shaper: none
    access: all
auth_method: sql
auth_password_format: plain
sql_type: pgsql
sql_server: "${database.host}"
sql_port: ${database.port}
sql_database: ${database.database}
sql_username: ${database.user}
sql_password: "${database.password}"
modules:
  mod_muc:
    access: all
    access_create: all
    room_shaper: none
    default_room_options:
      mam: true
  mod_mam:
    db_type: sql
    default: always
`;
}
