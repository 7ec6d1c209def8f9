import { createECDH, randomBytes } from "node:crypto";
import webPush from "web-push";
import { monotonicMs } from "../loader/loader-messages.ts";
import { type LibraryCommand, type LibraryReport, samplePayload } from "./push-messages.ts";

// Encrypts and signs pushes with the library as its documentation shows, without sending them.

const keys = webPush.generateVAPIDKeys();
const vapidDetails = { ...keys, subject: "mailto:ana@example.ro" };
const p256dh = createECDH("prime256v1").generateKeys("base64url");
const subscription = {
  endpoint: "http://127.0.0.1/push",
  keys: { p256dh, auth: randomBytes(16).toString("base64url") },
};
const payload = JSON.stringify(samplePayload);

function make({ pushes }: LibraryCommand): LibraryReport {
  const beganAt = monotonicMs();
  for (let push = 0; push < pushes; push += 1)
    webPush.generateRequestDetails(subscription, payload, { vapidDetails, contentEncoding: "aes128gcm" });
  return { perSecond: (pushes * 1000) / (monotonicMs() - beganAt) };
}

process.on("message", (command) => {
  // The cast is safe, since the parent sends only commands.
  process.send?.({ report: make(command as LibraryCommand) });
});
process.on("disconnect", () => process.exit(0));
