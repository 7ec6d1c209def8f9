import { describe } from "vitest";
import { startWebkit } from "./webkit.ts";
import { describeFraming } from "./framing-scenario.ts";

describe("[WEB-8] in WebKitGTK, a parts shop", () => {
  describeFraming(startWebkit);
});
