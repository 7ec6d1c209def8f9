import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { initialisedFolder, temporaryFolder } from "../server-process.ts";

const repository = resolve(import.meta.dirname, "../../../..");
/** Runs PostgreSQL and the server as a user other than root. */
const serverAccount = process.getuid?.() === 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups" : "";
/** Folders of the machine that occur in operator commands. */
const ownFolders = /(?<![\w.:/])\/(?=(?:opt|etc|var|srv|root)\b)/gu;

const anyPath = /(?<![\w.:/])\/(?=\w)[^\s"';|&)]+/gu;

export type Answers = readonly (readonly [question: string, answer: string])[];

export interface Sandbox {
  inside(path: string): string;
  /** Runs commands line by line, with a terminal if there are answers; throws if one fails. */
  run(commands: string, answers?: Answers): Promise<string>;
}

/**
 * A machine for operator commands. It has its own folders and port, a release made from the repository, and `stand-ins` for programs that
 * tests may not run. Its server is stopped at the end of the test.
 */
export function startSandbox(port: number): Sandbox {
  const root = temporaryFolder();
  for (const folder of ["opt", "etc/systemd/system", "etc/ssl", "var/lib", "srv/erp", "root"])
    mkdirSync(join(root, folder), { recursive: true });
  const inside = (path: string): string => join(root, path);
  const env = {
    ...{ ROOT: root, REPOSITORY: repository, SERVER_ACCOUNT: serverAccount, LANG: "C.UTF-8", HOME: root },
    PATH: `${join(import.meta.dirname, "stand-ins")}:${join(root, "usr/local/bin")}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
  };
  execFileSync("cp", ["-a", initialisedFolder("empty"), inside("var/lib/cuplaj")]);
  giveTo(inside("var/lib/cuplaj"), "0700");
  packRelease(root);
  // Setup keeps existing settings, so these keep the server in the sandbox.
  const settings = { PORT: port, NODE_COMPILE_CACHE: inside("compiled"), DATA_DIR: inside("var/lib/cuplaj") };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(inside("etc/cuplaj.env"), lines.join(""));
  mkdirSync(inside("compiled"), { mode: 0o777 });
  giveTo(inside("compiled"), "0755");
  onTestFinished(() => {
    if (existsSync(inside("pid"))) execFileSync("systemctl", ["stop", "cuplaj"], { env });
  });

  return {
    inside,
    async run(commands, answers = []) {
      const file = inside("commands.sh");
      writeFileSync(file, eachChecked(toSandbox(commands)));
      const program = answers.length === 0 ? ["bash", file] : ["script", "-qefc", `bash ${file}`, "/dev/null"];
      return await outputOf(program, answers);
    },
  };

  function toSandbox(text: string): string {
    const own = text.replaceAll(ownFolders, `${root}/`).replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`);
    const outside = [...own.matchAll(anyPath)].filter(([path]) => !path.startsWith(root) && path !== "/dev/null");
    if (outside.length > 0) throw new Error(`no sandbox has ${outside.join()}: where should that lie?`);
    return own;
  }

  function outputOf([program = "", ...words]: readonly string[], answers: Answers): Promise<string> {
    const child = spawn(program, words, { cwd: root, env });
    let [output, answered, read] = ["", 0, 0];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const [question, answer] = answers[answered] ?? [];
        const at = question === undefined ? -1 : output.indexOf(question, read);
        if (at < 0) return;
        read = at + 1;
        answered += 1;
        child.stdin.write(`${answer}\n`);
      });
    if (answers.length === 0) child.stdin.end();
    return new Promise((done, fail) => {
      child.once("close", (code) => (code === 0 ? done(output) : fail(new Error(`it ended with ${code}:\n${output}`))));
    });
  }
}

/** Makes the account that stands in for the service's account own a path. */
export function giveTo(path: string, mode: string): void {
  if (serverAccount !== "") execFileSync("chown", ["-R", "nobody:nogroup", path]);
  execFileSync("chmod", [mode, path]);
}

/** Packs a release under the name that `npm run release` gives it. Its `cuplaj` command reads the sandbox's settings. */
function packRelease(root: string): void {
  const release = join(temporaryFolder(), "cuplaj-0.1.0");
  mkdirSync(release);
  for (const each of ["node_modules", "web"]) symlinkSync(join(repository, each), join(release, each));
  for (const each of ["server", "deploy", "package.json"])
    cpSync(join(repository, each), join(release, each), { recursive: true });
  const command = join(release, "deploy/cuplaj");
  writeFileSync(command, readFileSync(command, "utf8").replaceAll("/etc/", `${root}/etc/`));
  execFileSync("tar", ["-C", join(release, ".."), "-czf", join(root, "cuplaj-0.1.0-linux-x64.tar.gz"), "cuplaj-0.1.0"]);
}

/** Makes a script stop at the first failing line and name it; the shell's `-e` ignores failures before `&&`. */
function eachChecked(commands: string): string {
  const lines = commands.replaceAll("\\\n", " ").split("\n");
  return lines
    .map((line) => `${line}\nstatus=$?; [ $status = 0 ] || { cat >&2 <<'LINE'\nfailed: ${line}\nLINE\nexit $status; }`)
    .join("\n");
}
