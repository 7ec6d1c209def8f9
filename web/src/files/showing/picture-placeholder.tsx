import { thumbHashToDataURL } from "thumbhash";
import styles from "./picture-box.module.css";

const decoded = new Map<string, string>();
/** The number of cached placeholders; each takes about 4 kB. */
const decodedMax = 300;

export function PicturePlaceholder({ hash }: { readonly hash: string }) {
  const source = decodedOf(hash);
  return source !== "" && <img className={styles["placeholder"]} src={source} alt="" aria-hidden="true" />;
}

function decodedOf(hash: string): string {
  const source = decoded.get(hash) ?? decode(hash);
  decoded.delete(hash);
  decoded.set(hash, source);
  if (decoded.size > decodedMax) decoded.delete(decoded.keys().next().value ?? "");
  return source;
}

function decode(hash: string): string {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.codePointAt(0) ?? 0));
  } catch (error) {
    // Another release's server may send a placeholder that this page cannot decode: the box stays empty.
    if (error instanceof DOMException || error instanceof RangeError) return "";
    throw error;
  }
}
