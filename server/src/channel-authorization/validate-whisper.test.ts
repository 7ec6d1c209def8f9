import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateWhisper } from "./validate-whisper.ts";

const channel = "presence-oferta.10001";
const sender = {
  userId: "7",
  userInfo: { id: 7, name: "Ana Popescu", customer: true, erp: false, agent: false },
};
const whisper = { channel, event: "client-typing", data: { name: "Ana Popescu", channel }, sender };

describe("validateWhisper", () => {
  test("[LIVE-5] relays typing with the signed name and user id", () => {
    expect(validateWhisper(whisper)).toEqual({
      kind: "relay",
      data: { name: "Ana Popescu", channel, user_id: "7" },
    });
  });

  test("[LIVE-5] replaces a claimed name and drops other fields", () => {
    const data = { name: "Radu Marin", channel, user_id: "9", html: "<b>", __proto__: { x: 1 } };
    expect(validateWhisper({ ...whisper, data })).toEqual({
      kind: "relay",
      data: { name: "Ana Popescu", channel, user_id: "7" },
    });
  });

  test.each([
    ["another event", { event: "client-shout" }],
    ["a server's event", { event: "ChatMessage" }],
    ["another case", { event: "client-Typing" }],
    ["a person's channel", { channel: "private-user.7", data: { name: "Ana", channel: "private-user.7" } }],
    ["a public channel", { channel: "oferta.10001", data: { name: "Ana", channel: "oferta.10001" } }],
    ["typing about another channel", { data: { name: "Ana", channel: "presence-oferta.10002" } }],
    ["no data", { data: undefined }],
    ["text for data", { data: "typing" }],
    ["a list for data", { data: ["Ana", channel] }],
    ["a name that is no text", { data: { name: { $ne: "" }, channel } }],
    ["an unknown sender", { sender: null }],
    ["a sender without identity", { sender: { userId: "7", userInfo: null } }],
    ["a sender of another shape", { sender: { userId: "7", userInfo: { id: "7", name: "Ana" } } }],
  ])("[LIVE-5] refuses %s", (_name, change) => {
    expect(validateWhisper({ ...whisper, ...change }).kind).toBe("refuse");
  });

  test("[LIVE-5] any whisper carries only the signed identity", () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (data, event) => {
        const verdict = validateWhisper({
          ...whisper,
          data,
          event: fc.sample(fc.constantFrom(event, "client-typing"), 1)[0]!,
        });
        if (verdict.kind === "relay") expect(verdict.data).toEqual({ name: "Ana Popescu", channel, user_id: "7" });
      }),
    );
  });
});
