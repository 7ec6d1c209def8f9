import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FaultRun } from "../run.ts";
import { commonPaths } from "./common-paths.ts";
import { fuzzCalls } from "./fuzz-calls-run.ts";
import { nothing, scannerRun } from "./scanner.ts";
import { testssl } from "./testssl.ts";

/** Targets for sqlmap, which injects at each `*`. */
const injected: readonly (readonly [target: string, body?: string])[] = [
  ["/api/v1/search", '{"search":"frana*","page":1}'],
  ["/api/v1/search", '{"search":"frana","page":1,"from":"2026-01-01*"}'],
  ["/api/v1/login", '{"username":"ana*","password":"demo"}'],
  ["/api/v1/users", '{"customers":["1*"]}'],
  ["/api/v1/join", '{"type":1,"channel":"oferta.10001*"}'],
  ["/api/v1/all/1*?filter=unread"],
  ["/api/v1/all/1?filter=unread*"],
  ["/api/v1/chat/oferta.10001*"],
  ["/api/v1/chat/1/1?after_seq=1*"],
  ["/api/v1/oferta/10001*"],
];

const sqlmap = scannerRun({
  name: "sqlmap",
  about: "no parameter of a call that reads the database lets SQL in",
  async scan({ product, token, folder, run }) {
    const [open, untried]: [string[], string[]] = [[], []];
    for (const [target, body] of injected) {
      const bodied =
        body === undefined ? [] : ["--method", "POST", "--data", body, "-H", "Content-Type: application/json"];
      const output = await run("sqlmap", [
        ...["-u", `${product.address}${target}`, ...bodied, "-H", `Authorization: Bearer ${token}`, "--batch"],
        ...["--dbms", "postgresql", "--level", "2", "--threads", "4", "--flush-session", "--disable-coloring"],
        ...["--output-dir", join(folder, "sqlmap"), "--ignore-code", "401,404,422"],
      ]);
      // The final verdict: sqlmap itself refutes some parameters that "appear to be injectable" at first.
      if (/following injection point|is vulnerable/u.test(output)) open.push(target);
      else if (!output.includes("do not appear to be injectable")) untried.push(target);
    }
    return [nothing("parameters that let SQL in", open), nothing("parameters that were not tried", untried)];
  },
});

/** The public paths. Any other path returns the page or a 404. */
const publicPaths = new Set([
  "healthz",
  "readyz",
  "metrics",
  "sw.js",
  "embed.js",
  "manifest.webmanifest",
  "robots.txt",
  "favicon.ico",
  "api/docs",
]);

const ffuf = scannerRun({
  name: "ffuf",
  about: "no path that careless servers leave open is here",
  async scan({ product, token, folder, run }) {
    const [words, report] = [join(folder, "words"), join(folder, "ffuf.json")];
    writeFileSync(words, commonPaths.join("\n"));
    // ffuf recognises the page by its length in characters.
    const page = await (await fetch(`${product.address}/`)).text();
    const found: string[] = [];
    for (const headers of [[], ["-H", `Authorization: Bearer ${token}`]]) {
      await run("ffuf", [
        "-u",
        `${product.address}/FUZZ`,
        "-w",
        words,
        "-mc",
        "all",
        "-o",
        report,
        "-of",
        "json",
        "-s",
        ...headers,
      ]);
      const { results } = JSON.parse(readFileSync(report, "utf8")) as { results: readonly Result[] };
      if (results.length !== commonPaths.length)
        found.push(`${results.length} of ${commonPaths.length} paths were asked for`);
      found.push(
        ...results
          .filter(({ input, status, length }) => status < 400 && length !== page.length && !publicPaths.has(input.FUZZ))
          .map(({ input, status }) => `${input.FUZZ}: ${status}`),
      );
    }
    return [nothing("paths that answer", found)];
  },
});
interface Result {
  readonly input: { readonly FUZZ: string };
  readonly status: number;
  readonly length: number;
}

/** All modules except `backup`, which would report every unknown address, since each of them returns the page. */
const modules = "xss,permanentxss,sql,blindsql,exec,file,crlf,redirect,htaccess,methods,csp,http_headers,cookieflags";
/** Headers that we do not send: one is obsolete and weakens old browsers, and the other is only for HTTPS. */
const notWanted = /X-XSS-Protection|Strict-Transport-Security/u;

const wapiti = scannerRun({
  name: "wapiti",
  about: "a crawler that attacks what it finds finds nothing",
  async scan({ product, token, folder, run }) {
    const report = join(folder, "wapiti.json");
    await run("wapiti", [
      ...["-u", `${product.address}/`, "--scope", "folder", "-m", modules, "-H", `Authorization: Bearer ${token}`],
      ...["-f", "json", "-o", report, "--flush-session", "--no-bugreport", "--max-scan-time", "240"],
      ...["-s", `${product.address}/api/docs`, "-s", `${product.address}/view/oferta.10001`],
    ]);
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, "utf8")) as WapitiReport;
    const found = [vulnerabilities, anomalies].flatMap((kinds) =>
      Object.entries(kinds).flatMap(([kind, each]) =>
        each.filter(({ info }) => !notWanted.test(info)).map(({ path, info }) => `${kind} ${path}: ${info}`),
      ),
    );
    return [nothing("weaknesses", found)];
  },
});
type WapitiKinds = Readonly<Record<string, readonly { readonly path: string; readonly info: string }[]>>;
interface WapitiReport {
  readonly vulnerabilities: WapitiKinds;
  readonly anomalies: WapitiKinds;
}

const slowness: readonly (readonly [what: string, options: readonly string[]])[] = [
  ["headers that never end", ["-H", "-i", "5", "-t", "GET"]],
  ["bodies that never end", ["-B", "-i", "5", "-s", "8192", "-t", "POST"]],
  ["answers that are read a byte at a time", ["-X", "-w", "10", "-y", "20", "-n", "5", "-z", "1", "-k", "3"]],
];

const slowhttptest = scannerRun({
  name: "slowhttptest",
  about: "slow connections from one address keep nobody else waiting",
  settings: async () => ({ LIMITS: "on" }),
  async scan({ product, run }) {
    const away: string[] = [];
    for (const [what, options] of slowness) {
      const output = await run("slowhttptest", [
        ...options,
        "-c",
        "1000",
        "-r",
        "200",
        "-l",
        "30",
        "-p",
        "3",
        "-u",
        `${product.address}/`,
      ]);
      const plain = stripVTControlCharacters(output);
      const lines = plain.match(/service available:\s*\w+/gu) ?? [];
      if (lines.length === 0 || lines.some((line) => line.endsWith("NO"))) away.push(what);
      const { ok } = await fetch(`${product.address}/readyz`);
      if (!ok) away.push(`ready after ${what}`);
    }
    return [nothing("what made the server answer nobody", away)];
  },
});

export const scannerRuns: readonly FaultRun[] = [fuzzCalls, sqlmap, ffuf, wapiti, slowhttptest, testssl];
