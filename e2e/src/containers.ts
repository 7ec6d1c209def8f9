import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";

export interface Engine {
  /** Runs lines in which `docker` is this engine; returns what they print. */
  readonly run: (lines: string, cwd?: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Images with Debian's PostgreSQL, Redis and caddy, in place of the images pinned by digest, since tests have no registry. */
const standIns = `
FROM base AS postgres
COPY --chmod=755 start-postgres /usr/local/bin/
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/bin:/usr/bin:/bin
ENTRYPOINT ["start-postgres"]
FROM base AS redis
FROM base AS caddy
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`;

/** Stands in for the entrypoint of the `postgres` image. */
const startPostgres = `#!/bin/sh
set -eu
data=/var/lib/postgresql/18/docker
as="setpriv --reuid=postgres --regid=postgres --clear-groups"
install -d -o postgres /var/run/postgresql
if [ ! -e $data/made ]; then
  rm -rf $data; install -d -o postgres /var/lib/postgresql/18 $data; install -d -o postgres -m 0700 $data
  echo "$POSTGRES_PASSWORD" > /tmp/password; chmod 644 /tmp/password
  $as initdb -D $data -U "$POSTGRES_USER" -E UTF8 --locale=C.UTF-8 --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256
  echo "host all all all scram-sha-256" >> $data/pg_hba.conf
  echo "create database $POSTGRES_DB" | $as postgres --single -D $data postgres
  touch $data/made
fi
exec $as postgres -D $data -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
`;

const unwanted = ["/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*"];

/** Builds Debian 13, on which the pinned images are based. Its PostgreSQL 17 replaces version 18. */
function makeBase(file: string): void {
  const words = [
    "--variant=minbase",
    "--mode=root",
    "--dpkgopt=force-unsafe-io",
    "--include=postgresql,redis-server,caddy",
  ];
  const hooks = [`ln -s 17 "$1/usr/lib/postgresql/18"`, `rm -rf "$1"/var/lib/postgresql/17`];
  execFileSync(
    "mmdebstrap",
    [
      ...words,
      ...unwanted.map((path) => `--dpkgopt=path-exclude=${path}`),
      ...hooks.map((hook) => `--customize-hook=${hook}`),
      ...["trixie", file],
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
}

/** Starts podman with docker-compose as its client. Both store everything in `folder`. Needs root. */
export async function startEngine(folder: string): Promise<Engine> {
  mkdirSync(folder);
  const config = join(folder, "containers.conf");
  // The limits are below the defaults, which root may not set on every machine.
  const limits = `[containers]\ndefault_ulimits = ["nofile=8192:8192", "nproc=8192:8192"]\n`;
  writeFileSync(config, `${limits}[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\nruntime = "runc"\n`);
  const folders = { "--root": "store", "--runroot": "run", "--network-config-dir": "networks" };
  const words = Object.entries(folders).flatMap(([option, name]) => [option, join(folder, name)]);
  const podman = `podman --storage-driver overlay ${words.join(" ")}`;
  const socket = `unix://${join(folder, "socket")}`;
  const env = {
    ...process.env,
    ...{ CONTAINERS_CONF: config, DOCKER_HOST: socket, BUILDAH_FORMAT: "docker" },
    // Without systemd nothing runs health checks, so the loop below does.
    DISABLE_HC_SYSTEMD: "true",
  };
  const prelude = `docker() {
    case "$1 $2" in "compose exec") shift 2; docker-compose exec -T "$@" ;; "compose run") shift 2; docker-compose run -T "$@" ;;
      compose*) shift; docker-compose "$@" ;; *) ${podman} "$@" ;; esac
  }`;
  const start = (lines: string, cwd = folder) =>
    spawn("sh", ["-ec", `${prelude}\n${lines}`], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const run = async (lines: string, cwd = folder): Promise<string> => {
    const child = start(lines, cwd);
    const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    if (code !== 0) throw new Error(`${lines}\nended with ${code}:\n${said}${complained}`);
    return said;
  };
  const api = start(`exec ${podman} system service --time=0 ${socket}`);
  await expect.poll(() => existsSync(join(folder, "socket")), patient).toBe(true);
  const health = start(
    `while sleep 3; do for each in $(docker ps -q); do docker healthcheck run $each || :; done; done`,
  );
  for (const stream of [api.stdout, api.stderr, health.stdout, health.stderr]) stream.resume();
  const base = join(folder, "base.tar");
  makeBase(base);
  writeFileSync(join(folder, "start-postgres"), startPostgres);
  writeFileSync(join(folder, "Stand-ins"), standIns);
  const names = ["postgres", "redis", "caddy"];
  const build = (name: string) =>
    `docker build --pull=never -f Stand-ins --ignorefile /dev/null --target ${name} -t ${name}:stand-in .`;
  await run(
    [
      `docker import base.tar base`,
      "mkdir made && cp start-postgres Stand-ins made && cd made",
      ...names.map(build),
    ].join("\n"),
  );
  return {
    run,
    async stop() {
      health.kill();
      await run("docker rm --force --all --time 0; docker volume rm --all --force; docker network prune --force");
      api.kill();
      await once(api, "exit");
      rmSync(folder, { recursive: true });
    },
  };
}

/** Copies an unpacked release. The copy's base images are the stand-ins, and its proxy listens only on loopback. */
export function prepareRelease(
  tree: string,
  { to, port, settings }: { readonly to: string; readonly port: number; readonly settings: string },
) {
  cpSync(tree, to, { recursive: true, verbatimSymlinks: true });
  const change = (name: string, ...changes: readonly (readonly [RegExp, string])[]): void => {
    const file = join(to, "deploy", name);
    let found = readFileSync(file, "utf8");
    for (const [pattern, replacement] of changes) {
      expect(found).toMatch(pattern);
      found = found.replaceAll(pattern, replacement);
    }
    chmodSync(file, 0o644);
    writeFileSync(file, found);
  };
  change("Dockerfile", [/^FROM postgres:18@sha256:[0-9a-f]{64}/gmu, "FROM localhost/base"]);
  change(
    "compose.yaml",
    [/image: (postgres|redis|caddy):\d+@sha256:[0-9a-f]{64}$/gmu, "image: localhost/$1:stand-in"],
    [/"80:80", "443:443"/gu, `"127.0.0.1:${port}:443"`],
  );
  writeFileSync(join(to, "deploy/.env"), settings, { mode: 0o600 });
}

/** Calls through the proxy, whose certificate is self-signed. Returns the status. */
export function statusBy(port: number, path: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get({ port, host: "localhost", path, rejectUnauthorized: false }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).once("error", reject);
  return promise;
}
