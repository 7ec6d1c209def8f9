import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: string;
  readonly folder: string;
  readonly entrypoint: readonly string[];
}

interface Making extends Readonly<Record<"root" | "context" | "version", string>> {
  readonly image: { -readonly [Key in keyof Image]: Image[Key] };
}

const nothing = (): void => undefined;

/** The instructions of our Dockerfile; no others are supported. */
const steps: Readonly<Record<string, (words: string, making: Making) => unknown>> = {
  FROM: (words, { root }) => makeRoot(words, root),
  RUN: (words, { root, version, image }) =>
    execFileSync("chroot", [root, "/bin/sh", "-ec", words], { env: { ...image.env, VERSION: version } }),
  ADD: (words, { root, context, version }) => unpack(words.replaceAll("${VERSION}", version), context, root),
  ENV(words, { image }) {
    image.env = { ...image.env, ...Object.fromEntries(words.split(" ").map((pair) => pair.split("="))) };
  },
  WORKDIR: (words, { image }) => (image.folder = words),
  USER: (words, { image }) => (image.user = words),
  ENTRYPOINT: (words, { image }) => (image.entrypoint = JSON.parse(words)),
  ...{ ARG: nothing, EXPOSE: nothing, VOLUME: nothing },
};

/** Runs our Dockerfile without an image builder, in a root folder made from Debian packages. Needs root. */
export function makeImage(file: string, given: Omit<Making, "image">): Image {
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };
  const image = { root: given.root, env, user: "root", folder: "/", entrypoint: [] };
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, name, words = ""] = /^([A-Z]+) (.+)$/u.exec(line) ?? [];
    if (name === undefined) continue;
    const step = steps[name];
    if (step === undefined) throw new Error(`nobody does ${name} here`);
    step(words, { ...given, image });
  }
  return image;
}

/** Makes a root folder; `debian:bookworm-slim` is Debian's smallest one. */
function makeRoot(name: string, root: string): void {
  const suite = /^debian:([a-z]+)-slim$/u.exec(name)?.[1] ?? "";
  execFileSync("mmdebstrap", ["--variant=minbase", "--mode=root", suite, root], {
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function unpack(words: string, context: string, root: string): void {
  const [pattern = "", target = ""] = words.split(" ");
  const [start = "", end = ""] = pattern.split("*");
  const found = readdirSync(context).find((name) => name.startsWith(start) && name.endsWith(end)) ?? pattern;
  execFileSync("tar", ["-C", join(root, target), "-xzf", join(context, found)]);
}

/** Runs the image's entrypoint. Its mounts end with it. */
export function runImage({ root, env, user, folder, entrypoint }: Image, settings: Readonly<Record<string, string>>) {
  const mounts = `mount --rbind /dev ${root}/dev && mount -t proc proc ${root}/proc`;
  const chroot = `exec chroot --userspec=${user}:${user} ${root} /usr/bin/env -C ${folder} "$@"`;
  const words = ["--mount", "/bin/sh", "-ec", `${mounts}; ${chroot}`, "sh", ...entrypoint];
  return spawn("unshare", words, { env: { ...env, ...settings }, stdio: ["ignore", "pipe", "pipe"] });
}
