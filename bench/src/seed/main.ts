import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { growthSizes } from "../../../server/src/testing/growth/growth-size.ts";
import { indexFolder } from "./index-folder.ts";
import { isSizeName, seedFolder, sizeNames } from "./seed-folder.ts";

// `npm run bench:seed [-- small|wide|large ...] [--folder PATH]` seeds the databases of the growth bench, all of them unless some are named. Each is
// a DATA_DIR on which the server can start: PATH/small, PATH/wide and PATH/large.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: "string", default: join(tmpdir(), "cuplaj-growth") } },
});

const wrong = positionals.find((name) => !isSizeName(name));
if (wrong !== undefined) throw new Error(`there is no size ${wrong}; allowed are ${sizeNames.join(", ")}`);
const sizes = positionals.length > 0 ? positionals.filter(isSizeName) : sizeNames;

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
for (const size of sizes) {
  console.log(`${size}: ${JSON.stringify(growthSizes[size])}`);
  const folder = join(values.folder, size);
  const { seconds, bytes, rows } = await seedFolder(folder, size, console.log);
  console.log(
    `${size}: ${Object.entries(rows)
      .map(([table, total]) => `${total} ${table}`)
      .join(", ")}`,
  );
  console.log(`${size}: seeded in ${seconds} s, ${mebibytes(bytes)} MiB on disk in ${folder}`);
  const index = await indexFolder(folder, console.log);
  const sizes = Object.entries(index.bytes).map(([name, bytesOfIt]) => `${name} ${mebibytes(bytesOfIt)} MiB`);
  console.log(`${size}: indexed in ${index.seconds} s, ${index.chunks} chunks: ${sizes.join(", ")}\n`);
}
