import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";

const OLDEST_POSTGRES = 15;

/** @typedef {"curl" | "chromium" | "shell" | "firefox" | "webkit" | "openssl" | "redis" | "postgres" | "xfs" | "promtool" | "nginx" | "caddy" | "pgbouncer" | "systemd" | "mmdebstrap" | "nspawn" | "podman" | "compose" | "faketime" | "ip" | "nft" | "dovecot" | Scanner} ProgramName */
/** @typedef {"sqlmap" | "ffuf" | "wapiti" | "slowhttptest" | "testssl.sh"} Scanner */
/** A program and the Debian packages that include it. @typedef {{ name: string, debianPackage: string, find: () => string | undefined }} Program */

/** The programs that the tests need besides npm packages. @type {Record<ProgramName, Program>} */
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
  pgbouncer: { name: "PgBouncer", debianPackage: "pgbouncer", find: () => sbin("pgbouncer") },
  systemd: { name: "systemd-analyze", debianPackage: "systemd", find: () => onPath("systemd-analyze") },
  mmdebstrap: { name: "mmdebstrap", debianPackage: "mmdebstrap", find: () => onPath("mmdebstrap") },
  nspawn: {
    name: "systemd-nspawn",
    debianPackage: "systemd-container",
    find: () => onPath("systemd-nspawn"),
  },
  podman: {
    name: "podman (or what it needs)",
    debianPackage: "podman runc netavark aardvark-dns catatonit iptables",
    find: findPodman,
  },
  compose: { name: "docker-compose", debianPackage: "docker-compose", find: () => onPath("docker-compose") },
  faketime: { name: "libfaketime", debianPackage: "libfaketime", find: findFaketime },
  ip: { name: "ip", debianPackage: "iproute2", find: () => sbin("ip") },
  nft: { name: "nft", debianPackage: "nftables", find: () => sbin("nft") },
  dovecot: { name: "Dovecot", debianPackage: "dovecot-imapd", find: () => sbin("dovecot") },
  caddy: { name: "caddy", debianPackage: "caddy", find: () => onPath("caddy") },
  sqlmap: scanner("sqlmap"),
  ffuf: scanner("ffuf"),
  wapiti: scanner("wapiti"),
  slowhttptest: scanner("slowhttptest"),
  "testssl.sh": scanner("testssl.sh"),
};

/** The programs that the gate installs, which take 200 MB of packages on a bare Debian. @type {readonly ProgramName[]} */
const GATE_PROGRAMS = ["chromium", "shell", "postgres", "redis"];

/** @param {"gate" | "full"} run */
export const programsOf = (run) =>
  run === "gate" ? GATE_PROGRAMS.map((name) => PROGRAMS[name]) : Object.values(PROGRAMS);

/** A program's path, or a sentence with what to install. @param {Program} program @returns {{ path: string } | { problem: string }} */
export function findProgram({ name, debianPackage, find }) {
  const found = find();
  if (found !== undefined) return { path: found };
  return { problem: `${name} is missing: install it (Debian: apt-get install ${debianPackage}).` };
}

export const mayInstall = () => process.getuid?.() === 0 && onPath("apt-get") !== undefined;

/**
 * RUN-2: installs missing programs in one go, or one by one if that fails, since one unknown package fails them all. @param {readonly Program[]}
 * programs
 */
export async function installMissingPrograms(programs, isInstalling = mayInstall(), install = installPackages) {
  const missing = isInstalling ? programs.filter((program) => program.find() === undefined) : [];
  if (missing.length === 0) return;
  const packages = missing.map(({ debianPackage }) => debianPackage);
  console.log(`Installing ${missing.map(({ name }) => name).join(", ")} (apt-get install ${packages.join(" ")}) ...`);
  if (await install(packages)) return;
  for (const one of packages) await install([one]);
}

/** One shell does both steps, since this process may be busy with npm. In CI it skips fsync, since a lost machine is simply installed again. */
const APT = `apt-get update -q
exec apt-get install -q -y --no-install-recommends \${CI:+-o Dpkg::Options::=--force-unsafe-io} "$@"`;

/** Returns whether all packages were installed. @param {readonly string[]} packages */
async function installPackages(packages) {
  const words = packages.flatMap((name) => name.split(" "));
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = spawn("sh", ["-c", APT, "apt", ...words], { stdio: ["ignore", "inherit", "inherit"], env });
  const [code] = await once(apt, "exit");
  return code === 0;
}

/** WebKit's driver has no headless mode, so it also needs a virtual screen. */
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

/** The folder of Debian's newest `initdb` and `postgres`, or of those on PATH. */
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

/** The major version of the `postgres` in a folder; 0 if unknown. @param {string} folder */
function versionOf(folder) {
  const said = spawnSync(path.join(folder, "postgres"), ["--version"], { encoding: "utf8" }).stdout ?? "";
  return Number(/(\d+)/.exec(said)?.[1] ?? 0);
}

/** Finds a system program in Debian's folders, which are not on every PATH. @param {string} name */
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
