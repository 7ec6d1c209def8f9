import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createTestDatabase } from "../testing/database.ts";
import { call } from "../testing/http-calls.ts";
import { startServerProcess, temporaryFolder } from "../testing/server-process.ts";
import { webhookSecret } from "../testing/webhooks.ts";

const deploy = fileURLToPath(new URL("../../../deploy", import.meta.url));
const alarms = join(deploy, "prometheus/cuplaj-alarms.yml");
const { url: DATABASE_URL } = await createTestDatabase();

async function readMetrics(): Promise<string> {
  const server = await startServerProcess({
    ...{ DATA_DIR: temporaryFolder(), DATABASE_URL, DEMO: "0" },
    ...{ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "chat@piese.example" },
    ...{ ERP_WEBHOOK_URL: "https://erp.example.ro/", ERP_WEBHOOK_SECRET: webhookSecret },
  });
  const body = { username: "nobody", password: "wrong" };
  expect((await call(server.url, "/api/v1/login", { body })).status).toBe(422);
  const upgrade = get(`${server.url}/nowhere`, { headers: { Upgrade: "websocket", Connection: "Upgrade" } });
  expect((await once(upgrade, "response"))[0]).toMatchObject({ statusCode: 404 });
  return await (await fetch(`${server.url}/metrics`)).text();
}

const promtool = (words: readonly string[], input = ""): string =>
  execFileSync("promtool", words, { input, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });

test("[OPS-2][OPS-4d] the metrics cover database, bus, disk, tables, sign-ins and handshakes, in Prometheus' format", async () => {
  const metrics = await readMetrics();
  const valueOf = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, "mu").exec(metrics)?.[1]);
  expect(["database_up", "database_writes", "bus_up"].map((name) => valueOf(`cuplaj_${name}`))).toEqual([1, 1, 1]);
  expect(valueOf("cuplaj_data_free_bytes")).toBeGreaterThan(0);
  expect(valueOf("cuplaj_storage_free_bytes")).toBeGreaterThan(0);
  expect(valueOf("cuplaj_data_size_bytes")).toBeGreaterThan(valueOf("cuplaj_data_free_bytes"));
  expect(valueOf("cuplaj_database_seconds_count")).toBeGreaterThan(0);
  expect(valueOf("cuplaj_migrations_run")).toBe(0);
  expect(metrics).toMatch(/^cuplaj_version_info\{version="\d+\.\d+\.\d+",migration="\d{4}-[a-z-]+"\} 1$/mu);
  expect(valueOf(String.raw`cuplaj_security_events_total\{event="sign-in\.failed"\}`)).toBe(1);
  expect(valueOf(String.raw`cuplaj_security_events_total\{event="file\.infected"\}`)).toBe(0);
  expect(valueOf(String.raw`cuplaj_sockets_refused_total\{reason="rate"\}`)).toBe(0);
  expect(valueOf(String.raw`cuplaj_sockets_refused_total\{reason="path"\}`)).toBe(1);
  expect(valueOf("cuplaj_webhook_oldest_seconds")).toBe(0);
  // The library's own metric names are skipped.
  expect(promtool(["check", "metrics"], metrics.replaceAll(/^.*nodejs_active_.*\n/gmu, ""))).toBe("");

  // Alarms and the board use only existing metrics; those without samples still have a TYPE line.
  const said = new Set(Array.from(metrics.matchAll(/^(?:# TYPE )?([a-z_0-9]+)(?:\{| )/gmu), ([, name]) => name));
  const board = readFileSync(join(deploy, "grafana/cuplaj-board.json"), "utf8");
  const asked = `${readFileSync(alarms, "utf8")}\n${board}`.matchAll(/\b(?:cuplaj|process|nodejs)_[a-z_0-9]+/gu);
  const unknown = [...new Set(Array.from(asked, ([name]) => name))].filter((name) => !said.has(name));
  expect(unknown).toEqual([]);
});

test("[OPS-4d] Prometheus accepts the alarms and the scrape configuration", () => {
  expect(promtool(["check", "rules", alarms])).toContain("SUCCESS");
  const folder = temporaryFolder();
  copyFileSync(alarms, join(folder, "cuplaj-alarms.yml"));
  writeFileSync(join(folder, "cuplaj-token"), "a-token-for-the-monitor");
  const scrape = readFileSync(join(deploy, "prometheus/cuplaj-scrape.yml"), "utf8");
  writeFileSync(join(folder, "prometheus.yml"), scrape.replaceAll("/etc/prometheus", folder));
  expect(promtool(["check", "config", join(folder, "prometheus.yml")])).toContain("SUCCESS: 17 rules found");
  expect(JSON.parse(readFileSync(join(deploy, "grafana/cuplaj-board.json"), "utf8")).panels.length).toBeGreaterThan(9);
});
