import { encode } from "uqr";

/** The quiet zone that readers need around a code, in modules. */
const border = 4;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A QR code, dark on light in every theme: most readers know no other. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const whole = size + 2 * border;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-border} ${-border} ${whole} ${whole}`}
      width="220"
      height="220"
      shapeRendering="crispEdges"
    >
      <rect x={-border} y={-border} width={whole} height={whole} fill="white" />
      <path d={dark.join("")} fill="black" />
    </svg>
  );
}
