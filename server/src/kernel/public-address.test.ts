import { describe, expect, test } from "vitest";
import { isPublicAddress, publicLookup } from "./public-address.ts";

describe("isPublicAddress", () => {
  test.each([
    ["0.0.0.0", "this host"],
    ["0.1.2.3", "this network"],
    ["10.0.0.1", "private"],
    ["10.255.255.255", "private"],
    ["100.64.0.1", "shared by a carrier (CGNAT)"],
    ["100.127.255.255", "shared by a carrier (CGNAT)"],
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["169.254.0.1", "link-local"],
    ["169.254.169.254", "a cloud's metadata"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.0.0.170", "for protocols (NAT64 discovery)"],
    ["192.0.2.1", "documentation"],
    ["192.88.99.1", "6to4 relay"],
    ["192.168.1.1", "private"],
    ["198.18.0.1", "benchmarks"],
    ["198.19.255.255", "benchmarks"],
    ["198.51.100.1", "documentation"],
    ["203.0.113.7", "documentation"],
    ["224.0.0.1", "multicast"],
    ["239.255.255.250", "multicast"],
    ["240.0.0.1", "reserved"],
    ["255.255.255.255", "broadcast"],
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["0:0:0:0:0:0:0:1", "loopback, written in full"],
    ["::127.0.0.1", "IPv4-compatible"],
    ["::ffff:127.0.0.1", "mapped loopback"],
    ["::ffff:7f00:1", "mapped loopback in hex"],
    ["::ffff:10.0.0.1", "mapped private"],
    ["::ffff:169.254.169.254", "mapped metadata"],
    ["::ffff:8.8.8.8", "mapped, which no server has"],
    ["::ffff:0:127.0.0.1", "translated (SIIT)"],
    ["64:ff9b::7f00:1", "NAT64 of loopback"],
    ["64:ff9b::169.254.169.254", "NAT64 of metadata"],
    ["64:ff9b:1::1", "local NAT64"],
    ["100::1", "discarded"],
    ["2001::1", "Teredo"],
    ["2001:10::1", "ORCHID"],
    ["2001:db8::1", "documentation"],
    ["2002:7f00:1::", "6to4 of loopback"],
    ["2002:a9fe:a9fe::1", "6to4 of metadata"],
    ["3fff::1", "documentation"],
    ["5f00::1", "segment routing"],
    ["fc00::1", "unique local"],
    ["fd00:ec2::254", "a cloud's metadata"],
    ["fe80::1", "link-local"],
    ["fe80::1%lo", "link-local with its interface"],
    ["fec0::1", "site-local"],
    ["ff02::1", "multicast"],
    ["localhost", "no address"],
    ["127.1", "no address as Node writes one"],
    ["", "no address"],
  ])("[HOOK-6] %s is refused: %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.1",
    "169.253.255.255",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2000::1",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450:4017:80d::200e",
  ])("[HOOK-6] %s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("publicLookup", () => {
  const found = (addresses: readonly { address: string; family: number }[]) =>
    new Promise<unknown>((resolve) =>
      publicLookup((_name, _options, callback) => callback(null, [...addresses]))("erp.example", {}, (error, all) =>
        resolve(error ?? all),
      ),
    );
  const [inside, outside] = [
    { address: "10.0.0.1", family: 4 },
    { address: "2a00::1", family: 6 },
  ];

  test("[HOOK-6] a name is refused if any of its addresses is private", async () => {
    expect(await found([outside])).toEqual([outside]);
    expect(await found([outside, inside])).toMatchObject({ name: "PrivateAddress" });
    expect(await found([inside])).toMatchObject({ name: "PrivateAddress" });
  });
});
