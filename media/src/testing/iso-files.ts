export function box(type: string, ...content: readonly (Uint8Array | readonly number[] | string)[]): Uint8Array {
  const body = Buffer.concat(content.map((part) => Buffer.from(typeof part === "string" ? Buffer.from(part) : part)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

const u16 = (value: number): readonly number[] => [value >> 8, value & 0xff];
export const u32 = (value: number): readonly number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
const version = (number: number): readonly number[] => [number, 0, 0, 0];

interface HeicParts {
  readonly exif: string;
  readonly xmp: string;
  readonly width: number;
  readonly height: number;
  readonly turns: number;
  readonly brand?: string;
}

/** A parsable HEIC with fake picture data, EXIF in `mdat` and XMP in `idat`. */
export function heicFile({ exif, xmp, width, height, turns, brand = "heic" }: HeicParts): Uint8Array {
  const type = box("ftyp", brand, u32(0), "mif1", brand);
  const item = (id: number, kind: string, name: string) => box("infe", version(2), u16(id), u16(0), kind, `${name}\0`);
  const picture = "PICTURE-BYTES";
  const metaOf = (dataAt: number): Uint8Array => {
    const extent = (id: number, method: number, start: number, length: number) => [
      ...u16(id),
      ...u16(method),
      ...u16(0),
      ...u16(1),
      ...u32(start),
      ...u32(length),
    ];
    return box(
      "meta",
      version(0),
      box("hdlr", version(0), u32(0), "pict", new Uint8Array(13)),
      box("pitm", version(0), u16(1)),
      box(
        "iinf",
        version(0),
        u16(3),
        item(1, "hvc1", ""),
        item(2, "Exif", ""),
        item(3, "mime", "x\0application/rdf+xml"),
      ),
      box(
        "iloc",
        version(1),
        [0x44, 0x00],
        u16(3),
        extent(1, 0, dataAt, picture.length),
        extent(2, 0, dataAt + picture.length, exif.length),
        extent(3, 1, 0, xmp.length),
      ),
      box(
        "iprp",
        box(
          "ipco",
          box("ispe", version(0), u32(9), u32(9)),
          box("ispe", version(0), u32(width), u32(height)),
          box("irot", [turns]),
        ),
        box("ipma", version(0), u32(1), u16(1), [2, 0x82, 0x03]),
      ),
      box("idat", xmp),
    );
  };
  const meta = metaOf(type.length + metaOf(0).length + 8);
  return Buffer.concat([type, meta, box("mdat", picture, exif)]);
}

interface VideoParts {
  readonly brand: string;
  readonly width: number;
  readonly height: number;
  readonly isTurned: boolean;
  /** Written to `udta`, `meta`, an XMP box and a track, like phones do. */
  readonly location: string;
}

export function videoFile({ brand, width, height, isTurned, location }: VideoParts): Uint8Array {
  const type = box("ftyp", brand, u32(0), brand);
  const frames = "FRAME-BYTES";
  const matrix = isTurned
    ? [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
    : [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  const times = [...u32(0xda5e5e5e), ...u32(0xda5e5e5f)];
  const track = (handler: string, at: number, length: number, isShown: boolean) =>
    box(
      "trak",
      box(
        "tkhd",
        version(0),
        times,
        new Uint8Array(28),
        matrix.flatMap((value) => u32(value >>> 0)),
        u32(isShown ? width << 16 : 0),
        u32(isShown ? height << 16 : 0),
      ),
      box("udta", box("name", location)),
      box(
        "mdia",
        box("mdhd", version(0), times, new Uint8Array(12)),
        box("hdlr", version(0), u32(0), handler, new Uint8Array(13)),
        box(
          "minf",
          box(
            "stbl",
            box("stsz", version(0), u32(0), u32(2), u32(length - 1), u32(1)),
            box("stsc", version(0), u32(1), u32(1), u32(2), u32(1)),
            box("stco", version(0), u32(1), u32(at)),
          ),
        ),
      ),
    );
  const movieOf = (dataAt: number): Uint8Array =>
    box(
      "moov",
      box("mvhd", version(0), times, new Uint8Array(88)),
      track("vide", dataAt, frames.length, true),
      track("meta", dataAt + frames.length, location.length, false),
      box("udta", box("\u00a9xyz", location)),
      box("meta", box("hdlr", version(0), u32(0), "mdta", new Uint8Array(13)), box("ilst", location)),
    );
  const movie = movieOf(type.length + movieOf(0).length + 8);
  return Buffer.concat([type, movie, box("mdat", frames, location), box("uuid", new Uint8Array(16), location)]);
}
