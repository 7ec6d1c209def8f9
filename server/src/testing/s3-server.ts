import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { freePort } from "./redis.ts";
import { spawnWithUs } from "./spawn-with-us.ts";

/** An S3 server for a test (s3rver) that stores its objects in a folder. */
export interface S3Server {
  /** Returns the address of its bucket with a prefix, for `STORAGE_URL`. */
  url(prefix: string): string;
  /** Environment variables that its clients need besides the address. */
  readonly credentials: Readonly<Record<string, string>>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Halts the server with its connections open, or lets it continue. */
  hang(isHung: boolean): void;
}

const program = join(dirname(createRequire(import.meta.url).resolve("s3rver/package.json")), "bin/s3rver.js");

/** Sets the credentials in this process; returns a function that restores the old ones. */
export function lendCredentials({ credentials }: Pick<S3Server, "credentials">): () => void {
  const names = Object.keys(credentials);
  const before = names.map((name) => process.env[name]);
  Object.assign(process.env, credentials);
  return () => {
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[index];
    }
  };
}

export async function startS3Server(folder: string): Promise<S3Server> {
  const port = String(await freePort());
  let running = await launch(folder, port);
  return {
    url: (prefix) => `s3://cuplaj-files/${prefix}?endpoint=http://127.0.0.1:${port}`,
    // These credentials are built into s3rver.
    credentials: { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" },
    stop: () => running.stop(),
    start: async () => void (running = await launch(folder, port)),
    hang: (isHung) => running.hang(isHung),
  };
}

async function launch(folder: string, port: string) {
  const args = [program, "-d", folder, "-a", "127.0.0.1", "-p", port, "--configure-bucket", "cuplaj-files"];
  const child = spawnWithUs(process.execPath, args);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    void ended.then(() => reject(new Error("s3rver did not start")));
    child.stdout.on("data", (chunk) => String(chunk).includes("listening") && resolve());
  });
  return {
    hang: (isHung: boolean): void => void child.kill(isHung ? "SIGSTOP" : "SIGCONT"),
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
