import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

const OLDEST_POSTGRES = 15;

/** @typedef {"curl" | "chromium" | "shell" | "firefox" | "webkit" | "openssl" | "redis" | "postgres" | "xfs" | "promtool" | "nginx" | "caddy" | "systemd" | "mmdebstrap" | "podman" | "compose" | "faketime" | Scanner} ProgramName */
/** @typedef {"sqlmap" | "ffuf" | "wapiti" | "slowhttptest" | "testssl.sh"} Scanner */
/** A program and the Debian packages with it. @typedef {{ name: string, debianPackage: string, find: () => string | undefined }} Program */

/** Programs that the tests need in addition to npm packages. @type {Record<ProgramName, Program>} */
export const PROGRAMS = {
  curl: { name: "curl", debianPackage: "curl", find: () => onPath("curl") },
  chromium: { name: "Chromium", debianPackage: "chromium", find: findChromium },
  shell: {
    name: "Chromium's headless shell",
    debianPackage: "chromium-headless-shell",
    find: () => onPath("chromium-headless-shell"),
  },
  firefox: { name: "Firefox ESR", debianPackage: "firefox-esr", find: () => onPath("firefox-esr") },
  webkit: { name: "WebKitGTK (or Xvfb)", debianPackage: "webkit2gtk-driver xvfb", find: findWebkit },
  openssl: { name: "openssl", debianPackage: "openssl", find: () => onPath("openssl") },
  redis: { name: "the Redis server", debianPackage: "redis-server", find: () => onPath("redis-server") },
  postgres: { name: "PostgreSQL 15 or newer", debianPackage: "postgresql", find: findPostgresFolder },
  xfs: { name: "xfs_io", debianPackage: "xfsprogs", find: () => sbin("xfs_io") },
  promtool: { name: "Prometheus' promtool", debianPackage: "prometheus", find: () => onPath("promtool") },
  nginx: { name: "nginx", debianPackage: "nginx-light", find: () => sbin("nginx") },
  systemd: { name: "systemd-analyze", debianPackage: "systemd", find: () => onPath("systemd-analyze") },
  mmdebstrap: { name: "mmdebstrap", debianPackage: "mmdebstrap", find: () => onPath("mmdebstrap") },
  podman: {
    name: "podman (or what it needs)",
    debianPackage: "podman runc netavark aardvark-dns catatonit iptables",
    find: findPodman,
  },
  compose: { name: "docker-compose", debianPackage: "docker-compose", find: () => onPath("docker-compose") },
  faketime: { name: "libfaketime", debianPackage: "libfaketime", find: findFaketime },
  caddy: { name: "caddy", debianPackage: "caddy", find: () => onPath("caddy") },
  sqlmap: scanner("sqlmap"),
  ffuf: scanner("ffuf"),
  wapiti: scanner("wapiti"),
  slowhttptest: scanner("slowhttptest"),
  "testssl.sh": scanner("testssl.sh"),
};

/** Programs that the gate installs: on a bare Debian, 200 MB of packages. @type {readonly ProgramName[]} */
const GATE_PROGRAMS = ["chromium", "shell", "postgres", "redis"];

/** @param {"gate" | "full"} run */
export const programsOf = (run) =>
  run === "gate" ? GATE_PROGRAMS.map((name) => PROGRAMS[name]) : Object.values(PROGRAMS);

/** A program's path, or a sentence that says what to install. @param {Program} program @returns {{ path: string } | { problem: string }} */
export function findProgram({ name, debianPackage, find }) {
  const found = find();
  if (found !== undefined) return { path: found };
  return { problem: `${name} is missing: install it (Debian: apt-get install ${debianPackage}).` };
}

export const mayInstall = () => process.getuid?.() === 0 && onPath("apt-get") !== undefined;

/** RUN-2: installs missing ones at once, else one by one: one unknown package fails them all. @param {readonly Program[]} programs */
export async function installMissingPrograms(programs, isInstalling = mayInstall(), install = installPackages) {
  const missing = isInstalling ? programs.filter((program) => program.find() === undefined) : [];
  if (missing.length === 0) return;
  const packages = missing.map(({ debianPackage }) => debianPackage);
  console.log(`Installing ${missing.map(({ name }) => name).join(", ")} (apt-get install ${packages.join(" ")}) ...`);
  if (await install(packages)) return;
  for (const one of packages) await install([one]);
}

/** One process does both steps, since this one may be busy with npm. CI skips fsync, because a lost machine is simply reinstalled. */
const APT = `apt-get update -q
exec apt-get install -q -y --no-install-recommends \${CI:+-o Dpkg::Options::=--force-unsafe-io} "$@"`;

/** Returns whether all were installed. @param {readonly string[]} packages */
async function installPackages(packages) {
  const words = packages.flatMap((name) => name.split(" "));
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = spawn("sh", ["-c", APT, "apt", ...words], { stdio: ["ignore", "inherit", "inherit"], env });
  const [code] = await once(apt, "exit");
  return code === 0;
}

/** WebKit's driver has no headless mode, so it needs a virtual screen. */
function findWebkit() {
  return onPath("Xvfb") === undefined ? undefined : onPath("WebKitWebDriver");
}

function findPodman() {
  const programs = [sbin("runc"), sbin("iptables"), onPath("catatonit")];
  const helpers = ["/usr/lib/podman/netavark", "/usr/lib/podman/aardvark-dns"];
  return programs.includes(undefined) || !helpers.every(existsSync) ? undefined : onPath("podman");
}

/** Looks at `CHROMIUM_PATH`, then for Debian's Chromium, Chrome, and Playwright's downloads. */
function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const mac = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
  const candidates = [
    process.env["CHROMIUM_PATH"],
    "/usr/bin/chromium",
    ...names.map(onPath),
    ...mac,
    ...playwrightCache(),
  ];
  return candidates.find((file) => file !== undefined && file !== "" && isProgram(file));
}

function playwrightCache() {
  const cache = process.env["PLAYWRIGHT_BROWSERS_PATH"] ?? path.join(homedir(), ".cache/ms-playwright");
  const builds = existsSync(cache) ? readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name)) : [];
  const newestFirst = builds.toSorted((left, right) => Number(right.slice(9)) - Number(left.slice(9)));
  return newestFirst.flatMap((build) =>
    ["chrome-linux/chrome", "chrome-linux64/chrome"].map((file) => path.join(cache, build, file)),
  );
}

/** The folder with `initdb` and `postgres`: Debian's newest, or else the one on PATH. */
function findPostgresFolder() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((version) => version >= OLDEST_POSTGRES)
    : [];
  const folders = versions
    .toSorted((left, right) => right - left)
    .map((version) => path.join(debian, String(version), "bin"));
  const initdb = onPath("initdb");
  if (initdb !== undefined) folders.push(path.dirname(initdb));
  return folders.find((folder) => isProgram(path.join(folder, "initdb")) && versionOf(folder) >= OLDEST_POSTGRES);
}

/** Major version of the `postgres` in a folder; 0 if unknown. @param {string} folder */
function versionOf(folder) {
  const said = spawnSync(path.join(folder, "postgres"), ["--version"], { encoding: "utf8" }).stdout ?? "";
  return Number(/(\d+)/.exec(said)?.[1] ?? 0);
}

/** Looks in Debian's folders of system programs, which are not on every PATH. @param {string} name */
function sbin(name) {
  return [`/usr/sbin/${name}`, `/sbin/${name}`].find(isProgram);
}

function findFaketime() {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib") : [];
  return folders.map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`).find((file) => existsSync(file));
}

/** @param {string} name */
function onPath(name) {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/local/bin", "/usr/bin"];
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}

/** @param {Scanner} name @returns {Program} */
function scanner(name) {
  return { name, debianPackage: name, find: () => onPath(name) };
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
