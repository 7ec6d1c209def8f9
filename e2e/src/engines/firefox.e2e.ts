import { describe } from "vitest";
import { describeScenario } from "./engine-scenario.ts";
import { startFirefox } from "./firefox.ts";

describe("[WEB-8] in Firefox ESR, Ana", () => {
  describeScenario(startFirefox);
});
