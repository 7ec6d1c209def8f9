import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";
import { vi } from "vitest";

const deploy = fileURLToPath(new URL("../../deploy", import.meta.url));

interface InFront {
  readonly port: number;
  readonly ports: readonly number[];
  readonly certFile: string;
  readonly keyFile: string;
}

export interface Proxy {
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts nginx with our configuration from `deploy/`, in which only ports, paths and the name are changed. */
export async function startNginx({ port, ports, certFile, keyFile }: InFront): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-nginx-"));
  const site = readFileSync(join(deploy, "nginx.conf"), "utf8")
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace("listen 80", `listen 127.0.0.1:${await freePort()}`)
    .replace("/etc/ssl/chat.pem", certFile)
    .replace("/etc/ssl/chat.key", keyFile)
    .replace("/var/log/nginx/cuplaj.log", join(folder, "log"))
    .replaceAll("chat.example.ro", "127.0.0.1");
  writeFileSync(join(folder, "cuplaj.conf"), withPorts(site, ports));
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const http = `access_log off; ${folders.join(" ")} include ${join(folder, "cuplaj.conf")};`;
  const user = process.getuid?.() === 0 ? "user root; " : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user}daemon off; worker_processes 1; pid ${join(folder, "pid")}; error_log ${join(folder, "errors")}; events {} http { ${http} }\n`,
  );
  const program = existsSync("/usr/sbin/nginx") ? "/usr/sbin/nginx" : "nginx";
  return await start(program, ["-c", join(folder, "nginx.conf"), "-e", join(folder, "errors")], { folder, port });
}

/** Starts caddy with our configuration from `deploy/` and the test's certificate. */
export async function startCaddy({ port, ports, certFile, keyFile }: InFront): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-caddy-"));
  const site = readFileSync(join(deploy, "Caddyfile"), "utf8")
    .replace(/^\{$/mu, "{\n\tadmin off\n\tauto_https disable_redirects")
    .replace(/^\{\$CUPLAJ_NAME:.+\} \{$/mu, `$&\n\ttls ${certFile} ${keyFile}`);
  writeFileSync(join(folder, "Caddyfile"), site);
  const env = {
    CUPLAJ_NAME: `https://127.0.0.1:${port}`,
    CUPLAJ_PROCESSES: ports.map((each) => `127.0.0.1:${each}`).join(" "),
  };
  const words = ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
  return await start("caddy", words, { folder, port, env });
}

const withPorts = (text: string, [first = 0, second = 0]: readonly number[]): string =>
  text.replaceAll("127.0.0.1:8080", `127.0.0.1:${first}`).replaceAll("127.0.0.1:8081", `127.0.0.1:${second}`);

async function start(
  program: string,
  words: readonly string[],
  {
    folder,
    port,
    env: more,
  }: { readonly folder: string; readonly port: number; readonly env?: Record<string, string> },
): Promise<Proxy> {
  const env = { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...more };
  const child = spawn(program, words, { env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said += text.toString()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const isUp = await Promise.race([untilListening(port).then(() => true), ended.then(() => false)]);
  if (!isUp) throw new Error(`${program} ended:\n${said}`);
  const file = join(folder, "log");
  return {
    log: () => (existsSync(file) ? readFileSync(file, "utf8") : said),
    stop: () => end(child, { ended, folder }),
  };
}

async function end(
  child: ChildProcess,
  { ended, folder }: { readonly ended: Promise<void>; readonly folder: string },
): Promise<void> {
  child.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

const untilListening = (port: number): Promise<void> =>
  vi.waitFor(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1");
        socket.once("connect", () => socket.end(resolve)).once("error", reject);
      }),
    patient,
  );
