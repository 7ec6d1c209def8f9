import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const built = fileURLToPath(new URL("../../web/dist", import.meta.url));
const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
};
const textFiles = /\.(?:js|css|html)$/;

/** A server in front of the product, which can deploy another build of the app and delete the old files. */
export interface DeployedApp {
  readonly address: string;
  readonly deployNext: () => void;
  readonly breakWorker: () => void;
  readonly close: () => Promise<void>;
}

/** Starts before the product. `leadTo` later passes on the product's address. */
export async function startDeployedApp(): Promise<DeployedApp & { readonly leadTo: (address: string) => void }> {
  const folder = await makeNextBuild();
  let target = "";
  let isNext = false;
  let isWorkerBroken = false;

  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://app");
    if (isWorkerBroken && pathname === "/sw.js") answer.writeHead(500).end();
    else if (isNext && incoming.method === "GET" && !/^\/(?:api|app)\//.test(pathname)) {
      void answerFrom(folder, pathname, answer);
    } else passOn(incoming, answer, target);
  });
  server.on("upgrade", (incoming, near, head) => {
    const far = connect(Number(new URL(target).port), "127.0.0.1", () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}`);
      far.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
      far.write(head);
      far.pipe(near).pipe(far);
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on("error", () => socket.destroy());
      socket.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (address) => {
      target = address;
    },
    deployNext: () => {
      isNext = true;
    },
    breakWorker: () => {
      isWorkerBroken = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function passOn(incoming: IncomingMessage, answer: ServerResponse, target: string): void {
  const { method, url = "/", headers } = incoming;
  const asked = request(new URL(url, target), { method, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 502, given.headers);
    given.pipe(answer);
  });
  asked.on("error", () => answer.destroy());
  incoming.pipe(asked);
}

async function answerFrom(folder: string, path: string, answer: ServerResponse): Promise<void> {
  const file = /\.[a-z]\w*$/.test(path) ? path : "/index.html";
  try {
    const bytes = await readFile(join(folder, file));
    answer.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "cache-control": "no-cache",
    });
    answer.end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
}

/** Makes the same build with new hashes in its file names, as a change to a common import would. */
async function makeNextBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "cuplaj-next-build-"));
  await cp(built, folder, { recursive: true });
  const assets = join(folder, "assets");
  for (const name of await readdir(assets)) if (name.endsWith(".br")) await rm(join(assets, name));
  const names = (await readdir(assets)).map((name) => ({ name, next: name.replace(/(-[\w-]{7})(\.\w+)$/, "$1x$2") }));
  const renamed = (text: string): string => names.reduce((whole, { name, next }) => whole.replaceAll(name, next), text);
  const texts = [...names.map(({ name }) => join("assets", name)), "index.html", "sw.js"];
  for (const path of texts.filter((each) => textFiles.test(each))) {
    const text = renamed(await readFile(join(folder, path), "utf8"));
    const revised =
      path === "sw.js"
        ? text.replace(
            /revision:"(\w)\w+"(?=,url:"index\.html")|"revision":"(\w)\w+"(?=,"url":"index\.html")/,
            (found) => found.replace(/"\w{30,}"/, `"${"f".repeat(32)}"`),
          )
        : text;
    await writeFile(join(folder, path), revised);
  }
  for (const { name, next } of names) await rename(join(assets, name), join(assets, next));
  return folder;
}
