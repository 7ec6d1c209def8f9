import { isLoopbackHost, type ReadSetting, secret } from "./settings.ts";

export const vinInAddress = "{vin}";

/** CAR-5a: the address may contain a key, so it is secret. */
export const readVinDecoder = (read: ReadSetting): { readonly vinDecoderUrl: string | null } => ({
  vinDecoderUrl: read(
    "VIN_DECODER_URL",
    secret(
      `an https address with ${vinInAddress}, such as https://vin.example.ro/${vinInAddress}, with plain http only to this machine`,
      isAllowed,
    ),
    `Decodes VINs: a GET with the VIN in place of \`${vinInAddress}\` returns JSON with \`make\`, \`model\`, \`year\` and \`engine\`, all optional, within 3 s.`,
  ),
});

function isAllowed(given: string): boolean {
  const url = URL.parse(given.replaceAll(vinInAddress, "x"));
  if (url === null || !given.includes(vinInAddress) || url.hostname === "") return false;
  // Node would send these as a header.
  if (url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
}
