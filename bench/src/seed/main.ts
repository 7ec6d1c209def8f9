import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { growthSizes } from "../../../server/src/testing/growth/growth-size.ts";
import { isSizeName, seedFolder, type SizeName } from "./seed-folder.ts";

// `npm run bench:seed [-- small|large ...] [--folder PATH]` seeds the databases of the growth bench; without names both.
// Each is a DATA_DIR that the server can be started on: PATH/small and PATH/large.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: "string", default: join(tmpdir(), "cuplaj-growth") } },
});

const wrong = positionals.find((name) => !isSizeName(name));
if (wrong !== undefined) throw new Error(`there is no size ${wrong}; allowed are small and large`);
const sizes: readonly SizeName[] = positionals.length > 0 ? positionals.filter(isSizeName) : ["small", "large"];

for (const size of sizes) {
  console.log(`${size}: ${JSON.stringify(growthSizes[size])}`);
  const folder = join(values.folder, size);
  const { seconds, bytes, rows } = await seedFolder(folder, size, console.log);
  console.log(
    `${size}: ${Object.entries(rows)
      .map(([table, total]) => `${total} ${table}`)
      .join(", ")}`,
  );
  console.log(`${size}: seeded in ${seconds} s, ${(bytes / 2 ** 20).toFixed(0)} MiB on disk in ${folder}\n`);
}
