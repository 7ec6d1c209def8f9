import { warn } from "../log.ts";

const size = 32;
const plain = "/favicon.svg";
const icon = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]');

let wanted = plain;

export async function showFaviconCount(count: number): Promise<void> {
  const label = count > 99 ? "99+" : String(count);
  wanted = count > 0 ? label : plain;
  try {
    const href = count > 0 ? await drawn(label) : plain;
    const link = icon();
    if (link && wanted === (count > 0 ? label : plain) && link.getAttribute("href") !== href) link.href = href;
  } catch (error) {
    warn("The window's icon could not be drawn.", error);
  }
}

async function drawn(label: string): Promise<string> {
  const picture = new Image(size, size);
  picture.src = plain;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("The browser has no canvas.");
  pen.drawImage(picture, 0, 0, size, size);
  const wide = Math.max(18, 6 + label.length * 9);
  pen.beginPath();
  pen.roundRect(size - wide, size - 18, wide, 18, 9);
  // Looks like the unread badge, and is visible on light and dark tab bars.
  pen.fillStyle = "#0b5c63";
  pen.fill();
  pen.strokeStyle = "#ffffff";
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.fillStyle = "#ffffff";
  pen.font = "bold 14px sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(label, size - wide / 2, size - 8.5);
  return canvas.toDataURL("image/png");
}
