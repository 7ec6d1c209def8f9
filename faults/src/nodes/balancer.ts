import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../clock.ts";
import { repository } from "../product/product.ts";
import type { Host } from "./network.ts";

/** nginx with our configuration from `deploy/`, plus an entrance for each node that leads only to it. */
export interface Balancer {
  readonly address: string;
  /** The addresses of the entrances, in the order of the nodes. */
  readonly entrances: readonly string[];
  stop(): Promise<void>;
}

export const [publicName, nodePort] = ["chat.example.ro", 8080];
const program = "/usr/sbin/nginx";
const firstEntrance = 8101;

export const hasNginx = (): boolean => existsSync(program);

export async function startBalancer(machine: Host, nodes: readonly Host[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-nginx-"));
  const file = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const http = `${temporary.join(" ")} ${siteOf(nodes, join(folder, "log"))}`;
  writeFileSync(
    file,
    `user root; daemon off; worker_processes 1; pid ${join(folder, "pid")}; events {} http { ${http} }\n`,
  );
  const child = spawn(...machine.command(program, ["-c", file, "-e", join(folder, "errors")]), { stdio: "ignore" });
  const kill = (): void => void child.kill("SIGTERM");
  process.once("exit", kill);
  const address = `http://${machine.address}`;
  const balancer: Balancer = {
    address,
    entrances: nodes.map((_, index) => `${address}:${firstEntrance + index}`),
    async stop() {
      process.off("exit", kill);
      kill();
      await until(() => hasEnded(child), 10_000, "nginx to end");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await until(async () => hasEnded(child) || (await isListening(address)), 10_000, "nginx to listen");
  if (!hasEnded(child)) return balancer;
  throw new Error(`nginx did not start:\n${readFileSync(join(folder, "errors"), "utf8")}`);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const isListening = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  );

/** Adapts `deploy/nginx.conf`: removes TLS, and changes only addresses, ports, paths and the name. */
function siteOf(nodes: readonly Host[], log: string): string {
  const site = readFileSync(join(repository, "deploy/nginx.conf"), "utf8");
  const [, shared, server = ""] = /^(.+)^upstream .+(^server \{\n  listen 443 ssl;.+)$/msu.exec(site) ?? [];
  if (shared === undefined) throw new Error("deploy/nginx.conf has another form than the run knows");
  const plain = server
    .replaceAll(/^ *ssl_.*\n/gmu, "")
    .replaceAll("$host", publicName)
    .replace("/var/log/nginx/cuplaj.log", log);
  const upstreamOf = (name: string, members: readonly Host[], port: number): string => {
    const servers = members.map(({ address }) => `server ${address}:${nodePort} max_fails=0;`);
    const site = plain.replace("listen 443 ssl", `listen ${port}`).replace("http://cuplaj", `http://${name}`);
    return `upstream ${name} { ${servers.join(" ")} }\n${site}`;
  };
  const entrances = nodes.map((node, index) => upstreamOf(`entrance${index}`, [node], firstEntrance + index));
  return [shared, upstreamOf("cuplaj", nodes, 80), ...entrances].join("\n");
}
