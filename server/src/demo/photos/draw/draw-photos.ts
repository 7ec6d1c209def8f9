import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { render } from "./render.ts";
import { scenes } from "./scenes.ts";

// `node server/src/demo/photos/draw/draw-photos.ts [name ...]` draws the demo's photos anew, a minute or two each.

const [longSide, shortSide] = [1024, 768];
const previewSide = 640;
const photoBytesMax = 60_000;
const folder = join(import.meta.dirname, "..");

/** As good as fits. */
async function photoOf(image: Sharp): Promise<Buffer> {
  for (let quality = 84; ; quality -= 3) {
    const photo = await image.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (photo.length <= photoBytesMax || quality < 50) return photo;
  }
}

/** What the demo stores beside a photo; how it is called stays. */
function note(name: string, found: { width: number; height: number; placeholder: string }): void {
  const file = join(folder, "photos.json");
  const photos = JSON.parse(readFileSync(file, "utf8")) as Record<string, { sentAs: string }>;
  const noted = { ...photos, [name]: { sentAs: photos[name]?.sentAs ?? `${name}.jpg`, ...found } };
  writeFileSync(file, `${JSON.stringify(noted, null, 2)}\n`);
}

async function draw(name: string, makeScene: (typeof scenes)[string]): Promise<void> {
  const scene = await makeScene();
  const [width, height] = scene.isUpright === true ? [shortSide, longSide] : [longSide, shortSide];
  const image = sharp(render(scene, width, height), { raw: { width, height, channels: 3 } }).blur(0.5);
  const preview = image.clone().resize({ width: previewSide, height: previewSide, fit: "inside" });
  const small = await image
    .clone()
    .resize({ width: 100, height: 100, fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const placeholder = Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString("base64");
  writeFileSync(join(folder, `${name}.jpg`), await photoOf(image));
  writeFileSync(join(folder, `${name}.webp`), await preview.webp({ quality: 66 }).toBuffer());
  note(name, { width, height, placeholder });
}

const named = process.argv.slice(2);
for (const [name, makeScene] of Object.entries(scenes)) {
  if (named.length === 0 || named.includes(name)) await draw(name, makeScene);
}
