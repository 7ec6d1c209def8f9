import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";

const workspace = path.resolve(import.meta.dirname, "..");
const compiler = path.resolve(workspace, "../node_modules/.bin/tsc");

/** Uses the whole package, plus lines that its types must refuse. */
const host = `
import { CommandError, embed, type EmbedMessage, type FrameState } from "@cuplaj/embed";
const chat = embed({ address: "https://chat.example.ro", into: document.body, offer: 10001, getToken: async () => "x" });
const stop: () => void = chat.on("messageReceived", ({ id, payload }) => console.log(id, payload.unread_total + payload.room_id));
const state: FrameState | undefined = await chat.requestState();
const actionOf = (message: EmbedMessage): string => message.action;
try { await chat.openRoom(12); } catch (error) { if (error instanceof CommandError && error.code === "not_found") stop(); }
// @ts-expect-error no text of a message is ever in a payload
chat.on("messageReceived", ({ payload }) => payload.text);
// @ts-expect-error unknown theme
void chat.setTheme("red");
export { actionOf, state };
`;

test("[EMB-4g] npm packs a typed module and a script with one global, each at most 6 kB", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cuplaj-embed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: workspace,
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  const [, name = ""] = /"filename": "([^"]+)"/u.exec(packed) ?? [];
  execFileSync("tar", ["xzf", name], { cwd: folder });
  const installed = path.join(folder, "node_modules/@cuplaj/embed");
  mkdirSync(path.dirname(installed), { recursive: true });
  renameSync(path.join(folder, "package"), installed);

  for (const file of ["dist/embed.js", "dist/loader.js"])
    expect(brotliCompressSync(readFileSync(path.join(installed, file))).length).toBeLessThanOrEqual(6000);
  const page: Record<string, unknown> = { URL };
  runInNewContext(readFileSync(path.join(installed, "dist/embed.js"), "utf8"), page);
  expect(Object.keys(page)).toEqual(["URL", "Cuplaj"]);
  expect(Object.keys(page["Cuplaj"] as object).toSorted()).toEqual(["CommandError", "embed"]);

  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(path.join(folder, "host.ts"), host);
  const flags = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--types", ""];
  for (const resolution of [
    ["--module", "nodenext"],
    ["--module", "esnext", "--moduleResolution", "bundler"],
  ])
    execFileSync(compiler, [...flags, ...resolution, "host.ts"], { cwd: folder, stdio: "pipe" });
  expect(readFileSync(path.join(installed, "package.json"), "utf8")).toContain('"@cuplaj/embed"');
});
