import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

// The simplest server that stores uploads: writes each body to a file in the given folder, fsyncs it and responds with 201.

const [, , folder = ""] = process.argv;
let received = 0;

const server = createServer((request, response) => {
  received += 1;
  pipeline(request, createWriteStream(join(folder, String(received)), { flags: "wx", flush: true })).then(
    () => response.writeHead(201).end(),
    () => response.writeHead(500).end(),
  );
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
process.on("disconnect", () => process.exit(0));
