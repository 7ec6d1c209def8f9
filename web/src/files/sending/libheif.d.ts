/** The part of libheif used here; its own types only describe its C functions. */
declare module "libheif-js/libheif-wasm/libheif.js" {
  interface HeifImage {
    readonly get_width: () => number;
    readonly get_height: () => number;
    readonly display: (into: ImageData, done: (drawn: ImageData | null) => void) => void;
    readonly free: () => void;
  }
  interface Heif {
    readonly HeifDecoder: new () => { readonly decode: (bytes: Uint8Array) => readonly HeifImage[] };
  }
  const heif: (setup: { readonly wasmBinary: ArrayBuffer }) => Heif;
  export default heif;
}
