import { expect, test } from "vitest";
import type { Car } from "@cuplaj/protocol/car.ts";
import { call, signIn } from "../testing/http-calls.ts";
import { startReceiver } from "../testing/receiver.ts";
import { initialisedFolder, startServerProcess, until } from "../testing/server-process.ts";

test("[CAR-2][CAR-5a] a server collects the cars of its offers, and asks its decoder", async () => {
  const decoder = await startReceiver();
  decoder.answer = (response, { path }) => void response.end(JSON.stringify({ make: "Dacia", model: path }));
  const VIN_DECODER_URL = `http://127.0.0.1:${decoder.port}/{vin}`;
  const { url } = await startServerProcess({ DATA_DIR: initialisedFolder("demo"), DEMO: "1", VIN_DECODER_URL });
  const token = await signIn(url, "ana");
  const cars = await until(async () => {
    const { body } = await call(url, "/api/v1/cars", { token });
    const listed = body["cars"] as Car[];
    return listed.length === 4 ? listed : undefined;
  });
  const plates = ["CJ 08 TRX", "CJ 14 MVA", "CJ 55 LVR", "CJ 77 ANA"];
  expect(cars.map(({ plate }) => plate).toSorted((a, b) => a.localeCompare(b))).toEqual(plates);
  const { body } = await call(url, "/api/v1/vins/wvwzzz1kz6w214587", { token });
  expect(body).toMatchObject({ make: "Dacia", model: "/WVWZZZ1KZ6W214587", year: 2006 });
});
