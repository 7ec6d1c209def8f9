import { describe } from "vitest";
import { startWebkit } from "./webkit.ts";
import { describeFraming } from "./framing-scenario.ts";

// WebKit's driver has no setting that blocks storage.
describe("[WEB-8] in WebKitGTK, a parts shop", () => {
  describeFraming(startWebkit, []);
});
