import sharp from "sharp";
import type { Sticker } from "./covered.ts";
import { chanceAt } from "./vectors.ts";

async function drawn(width: number, height: number, shapes: string): Promise<Sticker> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Liberation Sans">${shapes}</svg>`;
  return { width, height, pixels: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer() };
}

const text = (x: number, y: number, size: number, words: string, more = ""): string =>
  `<text x="${x}" y="${y}" font-size="${size}" ${more}>${words}</text>`;

/** Bars that look like a code and say nothing. */
function bars(x: number, y: number, width: number, height: number): string {
  const parts: string[] = [];
  for (let at = 0, index = 0; at < width; index += 1) {
    const wide = 2 + Math.floor(chanceAt(index, x, width) * 3.4) * 2;
    if (index % 2 === 0)
      parts.push(`<rect x="${x + at}" y="${y}" width="${Math.min(wide, width - at)}" height="${height}"/>`);
    at += wide;
  }
  return parts.join("");
}

interface PartLabel {
  readonly brand: string;
  readonly colour: string;
  readonly code: string;
  readonly lines: readonly string[];
}

/** The label on a box of parts. */
export function partLabel({ brand, colour, code, lines }: PartLabel): Promise<Sticker> {
  return drawn(
    900,
    520,
    `<rect width="900" height="520" rx="6" fill="#f4f3ee"/><rect width="900" height="104" rx="6" fill="${colour}"/>` +
      text(30, 78, 74, brand, `font-weight="bold" fill="#fff"`) +
      text(640, 70, 30, "MADE IN EU", `fill="#fff"`) +
      text(30, 196, 82, code, `font-weight="bold"`) +
      lines.map((line, index) => text(32, 250 + index * 38, 30, line)).join("") +
      bars(34, 372, 560, 96) +
      text(150, 502, 30, "4 0142 1805 7719", `letter-spacing="6"`) +
      `<rect x="690" y="330" width="170" height="150" fill="none" stroke="#111" stroke-width="4"/>` +
      text(712, 384, 40, "QTY") +
      text(742, 456, 68, "1", `font-weight="bold"`),
  );
}

/** The plate of a maker, printed on metal; what is not printed shows the metal. */
export function vinPlate(vin: string): Promise<Sticker> {
  const row = (y: number, left: string, right: string) =>
    text(70, y, 40, left) + text(330, y, 44, right, `font-weight="bold"`);
  return drawn(
    1000,
    560,
    `<rect x="8" y="8" width="984" height="544" rx="26" fill="none" stroke="#16181a" stroke-width="7"/><g fill="#16181a">` +
      text(70, 82, 46, "VOLKSWAGEN AG", `font-weight="bold" letter-spacing="3"`) +
      text(560, 80, 34, "e1*2001/116*0242*18") +
      `<rect x="40" y="108" width="920" height="5"/>` +
      text(66, 196, 71, vin, `font-weight="bold" font-family="Liberation Mono"`) +
      `<rect x="40" y="228" width="920" height="5"/>` +
      row(296, "", "1960 kg") +
      row(352, "", "3360 kg") +
      row(408, "1-", "1020 kg") +
      row(464, "2-", "  990 kg") +
      text(620, 320, 34, "TYP 1K") +
      text(620, 374, 34, "BKD  103 kW") +
      text(620, 428, 34, "LA7W / NUP") +
      `<rect x="600" y="458" width="330" height="58" fill="none" stroke="#16181a" stroke-width="4"/>` +
      text(618, 500, 36, "PR  1AT 1KD 0G7") +
      `</g>`,
  );
}

/** Signs that a laser left on metal. */
export function engraving(lines: readonly string[]): Promise<Sticker> {
  const words = lines.map((line, index) =>
    text(
      20,
      96 + index * 92,
      index === 0 ? 84 : 62,
      line,
      `font-family="Liberation Mono" font-weight="bold" letter-spacing="2"`,
    ),
  );
  return drawn(900, 300, `<g fill="#1b1a18">${words.join("")}</g>`);
}

/** What a hand wrote on the lid with a marker. */
export function writing(words: string): Promise<Sticker> {
  return drawn(
    900,
    300,
    text(
      40,
      190,
      150,
      words,
      `font-family="DejaVu Sans" font-style="italic" fill="#101a4a" transform="rotate(-4 400 150)"`,
    ),
  );
}
