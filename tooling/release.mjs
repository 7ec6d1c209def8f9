/**
 * `npm run release` (OPS-3): packs what production needs into `dist/cuplaj-<version>-<platform>.tar.gz`: sources without tests, the built web app,
 * and the production packages with Node and PostgreSQL. `-- --untagged` works without a tag, and `-- --to FOLDER` writes elsewhere.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { buildWebWhenOlder } from "./build-web.mjs";
import { requireFullRecord } from "./full-record.mjs";
import { root } from "./prepare.mjs";
import { isLeftOut, productionPackages, TAKEN } from "./release-files.mjs";
import { checkVersion } from "./release-version.mjs";

const { values } = parseArgs({ options: { untagged: { type: "boolean" }, to: { type: "string" } } });

try {
  const version = checkVersion(root, { isTagged: values.untagged !== true });
  if (values.untagged !== true) requireFullRecord(root);
  buildWebWhenOlder((line) => console.error(line));
  console.log(release(version, path.resolve(values.to ?? path.join(root, "dist"))));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} version @param {string} folder */
function release(version, folder) {
  const name = `cuplaj-${version}`;
  const staging = mkdtempSync(path.join(tmpdir(), "cuplaj-release-"));
  const tree = path.join(staging, name);
  try {
    for (const taken of TAKEN) copy(taken, tree);
    for (const each of productionPackages(root)) copy(each, tree);
    for (const link of ["@cuplaj/protocol", "@cuplaj/media", ".bin/node"]) copy(path.join("node_modules", link), tree);
    writeFileSync(path.join(tree, "package.json"), `${JSON.stringify({ name: "cuplaj", version, type: "module" })}\n`);
    mkdirSync(folder, { recursive: true });
    const tarball = path.join(folder, `${name}-${process.platform}-${process.arch}.tar.gz`);
    const owner = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w"];
    run("tar", ["--sort=name", ...owner, "-I", "gzip -3", "-cf", tarball, "-C", staging, name]);
    return tarball;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** @param {string} from @param {string} tree */
function copy(from, tree) {
  const source = path.join(root, from);
  cpSync(source, path.join(tree, from), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !isLeftOut(from, path.relative(source, file)),
  });
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}
