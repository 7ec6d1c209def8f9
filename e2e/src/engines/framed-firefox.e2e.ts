import { describe } from "vitest";
import { blocksStorage, startFirefox } from "./firefox.ts";
import { describeFraming } from "./framing-scenario.ts";

describe("[WEB-8] in Firefox ESR, a parts shop", () => {
  describeFraming(startFirefox, [() => startFirefox(blocksStorage)]);
});
