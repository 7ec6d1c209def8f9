import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const read = (address: string) => readConfig({ VIN_DECODER_URL: address }, "/srv").vinDecoderUrl;

test.each(["https://vin.example.ro/{vin}?key=k", "https://10.0.0.5/?vin={vin}", "http://127.0.0.1:9000/{vin}"])(
  "[CAR-5a] %s can be the decoder's address",
  (address) => {
    expect(read(address)).toBe(address);
  },
);

test.each([
  "https://vin.example.ro/",
  "http://vin.example.ro/{vin}",
  "https://ana:hunter2@vin.example.ro/{vin}",
  "ftp://vin.example.ro/{vin}",
  "{vin}",
])("[RUN-6] %s is refused in a sentence without it", (address) => {
  const wrong = (): unknown => read(address);
  expect(wrong).toThrow("VIN_DECODER_URL is not valid; allowed is an https address with {vin}, such as");
  expect(wrong).not.toThrow("hunter2");
});
