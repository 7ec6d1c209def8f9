import type { Scene } from "./render.ts";
import { partLabel } from "./stickers.ts";
import { boxOfParts } from "./box-of-parts.ts";
import { brakeDisc } from "./brake-disc.ts";
import { clutchDisc } from "./clutch-disc.ts";
import { coil } from "./ignition-coil.ts";
import { injector } from "./injector.ts";
import { belt } from "./toothed-belt.ts";
import { plateScene } from "./vin-plate.ts";

const rearDisc = {
  brand: "TRW",
  colour: "#8c1d20",
  code: "DF4276",
  lines: ["DISC FRANA / BRAKE DISC", "PUNTE SPATE  253 x 10 mm"],
};

/** Every photo of the demo, by the name of its file. */
export const scenes: Readonly<Record<string, () => Scene | Promise<Scene>>> = {
  "disc-ambreiaj": () => clutchDisc({ eye: [0.5, 2.5, 1.9], target: [0.02, 0, 0.1], lens: 1.02, isUpright: true }),
  "disc-butuc": () => clutchDisc({ eye: [-0.75, 1.25, 1.0], target: [-0.03, 0.08, 0.03], lens: 1.3 }),
  "eticheta-ambreiaj": async () =>
    boxOfParts(
      await partLabel({
        brand: "LuK",
        colour: "#1d5c3a",
        code: "624 3477 33",
        lines: ["REPSET PRO  240 mm  Z 28", "KIT AMBREIAJ / CLUTCH KIT"],
      }),
      0,
      { eye: [-0.8, 1.6, 2.7], target: [-0.42, 0.36, 0.7], lens: 1.55 },
    ),
  "serie-sasiu": plateScene,
  "disc-frana": brakeDisc,
  "cutie-lovita": async () =>
    boxOfParts(
      await partLabel(rearDisc),
      1,
      { eye: [1.25, 2.35, 2.75], target: [0.22, 0.22, 0.2], lens: 1.32 },
      "DOBRE PH",
    ),
  "cutie-colt": async () =>
    boxOfParts(
      await partLabel(rearDisc),
      1,
      { eye: [2.5, 1.5, 2.0], target: [1.15, 0.45, 0.75], lens: 1.15, isUpright: true },
      "DOBRE PH",
    ),
  curea: belt,
  injector,
  bobina: coil,
};
