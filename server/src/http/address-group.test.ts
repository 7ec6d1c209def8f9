import { expect, test } from "vitest";
import { addressGroup } from "./address-group.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["192.0.2.1:50123", "192.0.2.1"],
  ["[2001:db8:1:2::9]:50123", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
  ["[::ffff:192.0.2.1]:50123", "192.0.2.1"],
  ["", "unknown"],
  ["unix:", "unknown"],
  ["192.0.2.1:x", "unknown"],
  ["192.0.2.1 and what nobody expects there", "unknown"],
])("[LIM-2] limits count %s as %s", (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
