export async function copyPicture(source: string): Promise<boolean> {
  if (!("clipboard" in navigator) || !("ClipboardItem" in window)) return false;
  try {
    // The item takes a promise: awaiting the picture first would end the press that permits copying.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(source) })]);
    return true;
  } catch {
    return false;
  }
}

async function pngOf(source: string): Promise<Blob> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture was not drawn."))), "image/png");
  });
}
