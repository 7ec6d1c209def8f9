import { describe } from "vitest";
import { describeScenario } from "./engine-scenario.ts";
import { startWebkit } from "./webkit.ts";

describe("[WEB-8] in WebKitGTK, Ana", () => {
  describeScenario(startWebkit);
});
