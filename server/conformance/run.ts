/** LIVE-1: runs the unmodified suites of the npm packages `pusher-js` and `pusher`. The last line is `N passed, N failed`. */
import { spawn } from "node:child_process";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { freePorts, startServer, suiteApps, type SuiteServer } from "./start-server.ts";

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "node_modules");
/** The number of tests in each suite. A test that does not run counts as failed. */
const expected = { "pusher-js integration specs": 84, "pusher remote tests": 7 };

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

interface Run {
  readonly code: number | null;
  readonly output: string;
}

async function main(): Promise<void> {
  await install();
  const scratch = await mkdtemp(join(tmpdir(), "pusher-conformance-"));
  const server = await startServer(await makeCertificate(scratch));
  try {
    const [authMt1 = 0, authEu = 0, proxy = 0] = await freePorts(3);
    const env = suiteEnvironment(scratch, server, { "3000": authMt1, "3001": authEu, "8321": proxy });
    const outcomes = [await runRemoteTests(server, env), await runIntegrationSpecs(scratch, env, [authMt1, authEu])];
    const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
    const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
    process.exitCode = failed === 0 ? 0 : 1;
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
  } finally {
    await server.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Installs the suites from this folder's lock file if they are missing. */
async function install(): Promise<void> {
  if (existsSync(join(modules, ".package-lock.json"))) return;
  const { code, output } = await run("npm", ["ci", "--workspaces=false"], here, process.env);
  if (code !== 0) throw new Error(`npm ci failed in ${here}\n${output}`);
}

async function makeCertificate(scratch: string): Promise<{ cert: string; key: string }> {
  const selfsigned = createRequire(join(here, "package.json"))("selfsigned");
  const { cert, private: key } = selfsigned.generate([{ name: "commonName", value: "*.pusher.com" }], {
    keySize: 2048,
    algorithm: "sha256",
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "*.pusher.com" }] }],
  });
  await writeFile(join(scratch, "cert.pem"), cert);
  return { cert, key };
}

function suiteEnvironment(scratch: string, server: SuiteServer, local: Record<string, number>): NodeJS.ProcessEnv {
  const [mt1, eu] = suiteApps;
  return {
    ...process.env,
    NODE_OPTIONS: `--require ${join(here, "preload.cjs")}`,
    NODE_EXTRA_CA_CERTS: join(scratch, "cert.pem"),
    CONFORMANCE_PORTS: JSON.stringify({ plain: server.plainPort, tls: server.tlsPort, local }),
    INTEGRATION_TESTS_APP_MT1_APP_ID: mt1.id,
    INTEGRATION_TESTS_APP_MT1_KEY: mt1.key,
    INTEGRATION_TESTS_APP_MT1_SECRET: mt1.secret,
    INTEGRATION_TESTS_APP_EU_APP_ID: eu.id,
    INTEGRATION_TESTS_APP_EU_KEY: eu.key,
    INTEGRATION_TESTS_APP_EU_SECRET: eu.secret,
  };
}

async function runRemoteTests(server: SuiteServer, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const [app] = suiteApps;
  const url = `http://${app.key}:${app.secret}@127.0.0.1:${server.plainPort}/apps/${app.id}`;
  const mocha = [join(modules, "mocha/bin/mocha"), "--exit", "--reporter", "json", "tests/remote/**/*.js"];
  const { output } = await run(process.execPath, mocha, join(modules, "pusher"), { ...env, PUSHER_URL: url });
  const passed = Number(/"passes": (\d+)/.exec(output)?.[1] ?? 0);
  return report("pusher remote tests", passed, output);
}

async function runIntegrationSpecs(scratch: string, env: NodeJS.ProcessEnv, authPorts: number[]): Promise<Outcome> {
  // Copies the suite into a scratch folder, since the TypeScript loader skips node_modules and the build writes into the suite's folder.
  const suite = join(scratch, "pusher-js");
  await cp(join(modules, "pusher-js"), suite, { recursive: true });
  await symlink(modules, join(scratch, "node_modules"));
  const webpack = [join(modules, "webpack-cli/bin/cli.js"), "--config", "spec/config/jasmine/webpack.integration.js"];
  const built = await run(process.execPath, webpack, suite, process.env);
  if (built.code !== 0) throw new Error(`The specs of pusher-js could not be built\n${built.output}`);
  const auth = spawn(process.execPath, ["integration_tests_server/index.js"], { cwd: suite, env, stdio: "ignore" });
  try {
    await Promise.all(authPorts.map(untilListening));
    const jasmine = [join(modules, "jasmine/bin/jasmine.js"), "--config=spec/config/jasmine/integration.json"];
    const { output } = await run(process.execPath, jasmine, suite, env);
    return report("pusher-js integration specs", passedSpecs(output), output);
  } finally {
    auth.kill();
  }
}

/** The number of passed specs in "Executed 84 of 84 specs SUCCESS." or "Executed 84 of 84 specs (3 FAILED)". Skipped specs are not executed. */
function passedSpecs(output: string): number {
  const executed = /Executed (\d+) of \d+ specs?/.exec(output)?.[1] ?? "0";
  const failed = /\((\d+) FAILED\)/.exec(output)?.[1] ?? "0";
  return Number(executed) - Number(failed);
}

function report(name: keyof typeof expected, passed: number, output: string): Outcome {
  const failed = expected[name] - passed;
  if (failed !== 0) process.stdout.write(`${output}\n`);
  process.stdout.write(`${name}: ${passed} of ${expected[name]}\n`);
  return { passed, failed: Math.max(0, failed) };
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The auth server of the specs does not listen");
}

function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output: stripVTControlCharacters(output) }));
  });
}

await main();
