import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { createMailTransport } from "./mail-transport.ts";

test("[MAIL-8c] a password goes to a relay without TLS only on the same machine", async () => {
  const passwords: unknown[] = [];
  const relay = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password);
      done(null, { user: "chat" });
    },
    onData: (stream, _session, done) => void stream.resume().once("end", done),
  });
  relay.listen(0, "0.0.0.0");
  await once(relay.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => relay.close(resolve)));
  const { port } = relay.server.address() as AddressInfo;
  const send = async (host: string) => {
    const from = { name: "", address: "chat@piese.example" };
    const transport = createMailTransport(`smtp://chat:secret@${host}:${port}`, from);
    onTestFinished(() => transport.close());
    await transport.send({ to: "ana@example.ro", subject: "x", text: "x", html: "x" });
  };
  // Linux connects this address to the machine itself, but its name does not say so.
  await expect(send("0.0.0.0")).rejects.toThrow(/STARTTLS|TLS/u);
  expect(passwords).toEqual([]);
  await send("127.0.0.1");
  expect(passwords).toEqual(["secret"]);
});
