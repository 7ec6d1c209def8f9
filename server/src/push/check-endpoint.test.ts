import { isIPv4, type LookupFunction } from "node:net";
import { describe, expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { createCheckEndpoint } from "./check-endpoint.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  "fcm.googleapis.com": ["142.250.1.95", "2a00:1450:4017:80d::200a"],
  "half.example": ["142.250.1.95", "10.0.0.7"],
  "inside.example": ["192.168.1.10"],
  "metadata.example": ["169.254.169.254"],
  "six.example": ["fd00::1"],
  "none.example": [],
};
const lookup: LookupFunction = (name, _options, callback) => {
  const addresses = names[name];
  if (addresses === undefined) callback(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }), []);
  else
    callback(
      null,
      addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 })),
    );
};
const clock = new FakeClock();
const check = createCheckEndpoint({ isLoopbackAllowed: false, clock, lookup });

describe("an endpoint", () => {
  test.each([
    ["https://fcm.googleapis.com/fcm/send/abc", "a push service"],
    ["https://fcm.googleapis.com:443/wp/abc", "its own port, written out"],
    ["https://142.250.1.95/a", "a public address"],
    ["https://[2a00:1450:4017:80d::200a]/a", "a public IPv6 address"],
  ])("[PUSH-1b] %s is accepted: %s", async (endpoint) => {
    expect((await check(endpoint))?.protocol).toBe("https:");
  });

  test.each([
    ["http://fcm.googleapis.com/a", "plain http"],
    ["ftp://fcm.googleapis.com/a", "another scheme"],
    ["file:///etc/passwd", "a file"],
    ["javascript:alert(1)", "a script"],
    ["fcm.googleapis.com/a", "no address"],
    ["", "nothing"],
    ["https://", "no host"],
    ["https://fcm.googleapis.com:22/a", "another port"],
    ["https://fcm.googleapis.com:8443/a", "another port"],
    ["https://fcm.googleapis.com:80/a", "another port"],
    ["https://user@fcm.googleapis.com/a", "a user"],
    ["https://fcm.googleapis.com:secret@10.0.0.1/a", "a host that looks like a user"],
    ["https://:secret@fcm.googleapis.com/a", "a password"],
    ["https://127.0.0.1/a", "loopback"],
    ["https://127.1/a", "loopback in short"],
    ["https://2130706433/a", "loopback as a number"],
    ["https://0x7f000001/a", "loopback in hex"],
    ["https://0177.0.0.1/a", "loopback in octal"],
    ["https://0.0.0.0/a", "this host"],
    ["https://10.0.0.1/a", "private"],
    ["https://172.16.0.1/a", "private"],
    ["https://192.168.0.1/a", "private"],
    ["https://100.64.0.1/a", "a carrier's"],
    ["https://169.254.169.254/latest/meta-data", "a cloud's metadata"],
    ["https://224.0.0.1/a", "multicast"],
    ["https://[::1]/a", "loopback"],
    ["https://[::]/a", "unspecified"],
    ["https://[::ffff:127.0.0.1]/a", "mapped loopback"],
    ["https://[::ffff:7f00:1]/a", "mapped loopback in hex"],
    ["https://[64:ff9b::7f00:1]/a", "translated loopback"],
    ["https://[2002:7f00:1::]/a", "6to4 of loopback"],
    ["https://[fe80::1]/a", "link-local"],
    ["https://[fd00:ec2::254]/a", "a cloud's metadata"],
    ["https://localhost/a", "this machine by its name"],
    ["https://inside.example/a", "a name of a private address"],
    ["https://metadata.example/a", "a name of a cloud's metadata"],
    ["https://half.example/a", "a name of a public and a private address"],
    ["https://six.example/a", "a name of a private IPv6 address"],
    ["https://none.example/a", "a name without an address"],
    ["https://fcm.googleapis.com.evil.example/a", "a name that nobody has"],
  ])("[PUSH-1b] %j is refused: %s", async (endpoint) => {
    expect(await check(endpoint)).toBeNull();
  });

  test("[PUSH-1b] a name that does not resolve in 5 s is refused", async () => {
    const slow = createCheckEndpoint({ isLoopbackAllowed: false, clock, lookup: () => undefined });
    const checked = slow("https://fcm.googleapis.com/a");
    clock.advance(5000);
    expect(await checked).toBeNull();
  });

  test("[PUSH-1b] accepts this machine if allowed, and no other private address", async () => {
    const onLoopback = createCheckEndpoint({ isLoopbackAllowed: true, clock, lookup });
    expect((await onLoopback("http://127.0.0.1:9/a"))?.port).toBe("9");
    for (const endpoint of ["http://10.0.0.1/a", "https://127.0.0.2/a", "https://[::1]/a", "https://inside.example/a"])
      expect(await onLoopback(endpoint)).toBeNull();
  });
});
