import { hash } from "node:crypto";
import type { Answers } from "./answers.ts";
import type { SettingChanges } from "./env-file.ts";

export const envPath = "/etc/cuplaj.env";
export const unitPath = "/etc/systemd/system/cuplaj.service";
export const nginxPath = "/etc/nginx/conf.d/cuplaj.conf";
export const caddyPath = "/etc/caddy/cuplaj.caddy";
export const dataPath = "/var/lib/cuplaj";
export const backupsPath = "/srv/backups";

export interface SetupFile {
  readonly path: string;
  readonly text: string;
}

/** Returns the settings that follow from the answers; all others stay unchanged. */
export function settingsOf(
  { address, tls, certificate, databaseUrl }: Answers,
  before: NodeJS.Dict<string>,
  makeSecret: () => string,
): SettingChanges {
  const own = tls === "own" ? certificate : null;
  const isAsBefore = (own !== null) === (before["TLS_CERT_FILE"] !== undefined);
  const saved = (name: string): string | null => (isAsBefore ? (before[name] ?? null) : null);
  const reach =
    own === null
      ? {
          HOST: saved("HOST"),
          TRUST_PROXY: saved("TRUST_PROXY") ?? "1",
          TLS_CERT_FILE: null,
          TLS_KEY_FILE: null,
          TLS_PORT: null,
        }
      : {
          HOST: saved("HOST") ?? "0.0.0.0",
          TRUST_PROXY: saved("TRUST_PROXY") ?? "0",
          TLS_CERT_FILE: own.certFile,
          TLS_KEY_FILE: own.keyFile,
          TLS_PORT: portOf(address),
        };
  return {
    NODE_ENV: "production",
    PUBLIC_URL: address,
    SETUP_TLS: tls,
    ...reach,
    DATA_DIR: before["DATA_DIR"] ?? dataPath,
    DATABASE_URL: databaseUrl,
    METRICS_TOKEN: before["METRICS_TOKEN"] ?? makeSecret(),
  };
}

const portOf = (address: string): string => new URL(address).port || "443";

/** Fills in the templates in `deploy/` for the units and the proxy's site. `port` is the server's port if it does not serve TLS itself. */
export function filesOf(answers: Answers, template: (name: string) => string, port: string): readonly SetupFile[] {
  const unit = template("cuplaj.service");
  const needsLowPort = answers.tls === "own" && Number(portOf(answers.address)) < 1024;
  const capable = "AmbientCapabilities=CAP_NET_BIND_SERVICE\nCapabilityBoundingSet=CAP_NET_BIND_SERVICE\n";
  const files = [
    {
      path: unitPath,
      text: needsLowPort ? filledIn("cuplaj.service", unit, [[/^CapabilityBoundingSet=\n/mu, capable]]) : unit,
    },
    ...["cuplaj-backup.service", "cuplaj-backup.timer"].map((name) => ({
      path: `/etc/systemd/system/${name}`,
      text: template(name),
    })),
    ...(answers.tls === "nginx" ? [{ path: nginxPath, text: nginxSite(answers, template("nginx.conf"), port) }] : []),
    ...(answers.tls === "caddy" ? [{ path: caddyPath, text: caddySite(answers, template("Caddyfile"), port) }] : []),
  ];
  return files.map(({ path, text }) => ({ path, text: stamped(text) }));
}

function nginxSite({ address, certificate }: Answers, template: string, port: string): string {
  const { hostname } = new URL(address);
  return filledIn("nginx.conf", template, [
    [/^.*\n/u, "# One process behind nginx; a second one is a second line of `upstream`.\n"],
    [/^ *server 127\.0\.0\.1:8081.*\n/mu, ""],
    [/127\.0\.0\.1:8080/u, `127.0.0.1:${port}`],
    [/listen 443 ssl/u, `listen ${portOf(address)} ssl`],
    [/(?:https:\/\/)?chat\.example\.ro/gu, (found) => (found.startsWith("https:") ? address : hostname)],
    [/\/etc\/ssl\/chat\.pem/u, certificate?.certFile ?? ""],
    [/\/etc\/ssl\/chat\.key/u, certificate?.keyFile ?? ""],
  ]);
}

/** Drops the global options, which only the first block of the machine's own Caddyfile may set. */
function caddySite({ address }: Answers, template: string, port: string): string {
  return filledIn("Caddyfile", template, [
    [/^.*\n/u, "# One process behind caddy; a second one is a second address of `reverse_proxy`.\n"],
    [/^\{\n[^]*?^\}\n/mu, ""],
    [/\{\$CUPLAJ_NAME:[^}]*\}/u, new URL(address).host],
    [/\{\$CUPLAJ_PROCESSES:[^}]*\}/u, `127.0.0.1:${port}`],
  ]);
}

type Replacements = readonly (readonly [pattern: RegExp, value: string | ((found: string) => string)])[];

/** Makes the replacements in order; throws if the template lacks one of the patterns. */
function filledIn(name: string, template: string, replacements: Replacements): string {
  let text = template;
  for (const [pattern, value] of replacements) {
    if (text.search(pattern) === -1) throw new Error(`deploy/${name} has nothing like ${String(pattern)}`);
    text = text.replace(pattern, typeof value === "string" ? () => value : value);
  }
  return text;
}

const stampOf = (text: string): string =>
  `# cuplaj setup wrote this, and replaces it unless it is edited: ${hash("sha256", text)}\n`;
const stamped = (text: string): string => text + stampOf(text);

/** Whether nobody has edited the file since setup wrote it, perhaps in an earlier release. */
export function isUnedited(text: string): boolean {
  const body = text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1);
  return text === stamped(body);
}
