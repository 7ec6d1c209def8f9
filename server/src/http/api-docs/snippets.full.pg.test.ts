import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, resolve } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { call, signIn } from "../../testing/http-calls.ts";
import { initialisedFolder, startServerProcess, temporaryFolder, until } from "../../testing/server-process.ts";

const root = resolve(import.meta.dirname, "../../../..");

/** Expected output of each snippet, in document order; `later` is the output after somebody wrote. */
const snippets: readonly { readonly language: "sh" | "js" | "ts"; readonly prints: RegExp; readonly later?: RegExp }[] =
  [
    { language: "sh", prints: /"chats":\[\{"id":\d+/u },
    { language: "js", prints: /^Ana .* is in 3 rooms\nmessage \d+ is stored\n$/u },
    { language: "sh", prints: /cuplaj\.d\.ts/u },
    { language: "ts", prints: /^3 rooms, the newest is Oferta \d+\nmessage \d+ is stored\n$/u },
    { language: "sh", prints: /"message":"Discul vechi".*"name":"photo\.jpg"/u },
    { language: "sh", prints: /upload-offset: (\d+)[\s\S]*"name":"photo\.jpg"/iu },
    {
      language: "js",
      prints: /(?=[\s\S]*subscribed\n)(?=[\s\S]*1 here\n)/u,
      later: /oferta\.10001: Mai avem patru\n/u,
    },
    { language: "js", prints: /^room \d+, \d+: ChatMessage Mai sunteți\?\n$/u },
  ];

test("[DOC-2] every snippet of the document works as printed, including a generated client in strict TypeScript", async () => {
  const { url } = await startServerProcess({ DATA_DIR: initialisedFolder("demo"), DEMO: "1" });
  const { info } = (await call(url, "/api/v1/openapi.json")).body as { info: { description: string } };
  const blocks = [...info.description.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gmu)]
    .map(([, language = "", text = ""]) => ({ language, text: text.replaceAll("https://chat.example.ro", url) }))
    .filter(({ language }) => language !== "json");
  expect(blocks.map(({ language }) => language)).toEqual(snippets.map(({ language }) => language));
  const folder = await workshop();
  const radu = await signIn(url, "radu", "erp/login");
  for (const [index, { prints, later }] of snippets.entries()) {
    const { language = "", text = "" } = blocks[index] ?? {};
    const file = `snippet-${index}.${language === "js" ? "mjs" : language}`;
    writeFileSync(join(folder, file), text);
    if (language === "ts") compileStrictly(folder, file);
    const running = run(folder, language === "sh" ? ["bash", "-e", file] : [process.execPath, file]);
    await until(() => (prints.test(running.output()) ? "it goes on" : running.exited()));
    expect(running.output()).toMatch(prints);
    if (later === undefined) expect(await running.ended).toBe(0);
    else {
      await call(url, "/api/v1/publish/oferta.10001", { token: radu, body: { message: "Mai avem patru" } });
      await until(() => (later.test(running.output()) ? true : undefined));
      running.stop();
    }
  }
});

async function workshop(): Promise<string> {
  const folder = temporaryFolder();
  const { resolve: find } = createRequire(import.meta.url);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  for (const name of ["pusher-js", "openapi-fetch", "@types"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  const generator = dirname(find("openapi-typescript/package.json"));
  symlinkSync(generator, join(folder, "node_modules/openapi-typescript"));
  symlinkSync(join(generator, "bin/cli.js"), join(folder, "node_modules/.bin/openapi-typescript"));
  const pixels = { width: 8, height: 8, channels: 3, background: "red" } as const;
  await sharp({ create: pixels }).jpeg().toFile(join(folder, "photo.jpg"));
  return folder;
}

function compileStrictly(folder: string, file: string): void {
  const settings = { extends: join(root, "tsconfig.base.json"), compilerOptions: { types: ["node"] }, files: [file] };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" });
}

function run(folder: string, [program = "", ...words]: readonly string[]) {
  const path = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const child = spawn(program, words, { cwd: folder, env: { PATH: path, HOME: folder, NO_COLOR: "1" } });
  onTestFinished(() => void child.kill());
  let [output, code] = ["", null as number | null];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<number | null>((done) => {
    child.once("close", (exitCode) => {
      code = exitCode;
      done(exitCode);
    });
  });
  return {
    output: () => output,
    ended,
    exited: () => (code === null ? undefined : `it ended with ${code}`),
    stop: () => void child.kill(),
  };
}
