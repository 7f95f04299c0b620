import { expect, test } from "vitest";
import { addressBucket, truncatedAddress } from "./network-address.ts";

test("addresses of one /64, mapped addresses and upper case fall into one bucket", () => {
  const buckets = ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", "2001:0db8:0001:0002:3:4:5:6"].map(
    addressBucket,
  );
  expect(new Set(buckets)).toEqual(new Set(["2001:db8:1:2::/64"]));
  expect(addressBucket("2001:db8:1:3::1")).not.toBe(buckets[0]);
  const four = ["192.0.2.7", "::ffff:192.0.2.7", "::FFFF:c000:207", "0:0:0:0:0:ffff:192.0.2.7"].map(
    addressBucket,
  );
  expect(new Set(four)).toEqual(new Set(["192.0.2.7"]));
});

test("a text that is no address gets no bucket of its own", () => {
  for (const text of [
    "",
    "x",
    "1.2.3",
    "1.2.3.999",
    "1:2:3",
    "::1::2",
    "1.2.3.4, 5.6.7.8",
    "1:2:3:4:5:6:7:8:9",
  ])
    expect(addressBucket(text)).toBe("unknown");
});

test("only the network of an address is stored", () => {
  expect(truncatedAddress("203.0.113.77")).toBe("203.0.113.0");
  expect(truncatedAddress("::ffff:203.0.113.77")).toBe("203.0.113.0");
  expect(truncatedAddress("2001:db8:1:2::1")).toBe("2001:db8:1::");
  expect(truncatedAddress("fe80::1%eth0")).toBe("fe80:0:0::");
  expect(truncatedAddress("nobody")).toBeNull();
});

test.each([
  ["::", "0:0:0:0::/64"],
  ["1::", "1:0:0:0::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
  ["::2:3:4:5:6:7:8", "0:2:3:4::/64"],
  ["1:2:3:4:5:6:1.2.3.4", "1:2:3:4::/64"],
  ["0:0:1.2.3.4::", "unknown"],
  ["::0102:0:1.2.3.4", "0:0:0:0::/64"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
  ["0:0:0:0:1:ffff:192.0.2.7", "0:0:0:0::/64"],
  ["::fffe:192.0.2.7", "0:0:0:0::/64"],
  ["::ffff:c0ff:eeab", "192.255.238.171"],
  ["::ffff:192.255.238.171", "192.255.238.171"],
  ["255.0.255.0", "255.0.255.0"],
  ["01.002.3.4", "1.2.3.4"],
  ["1:2:3:4:5:6:7:8::", "unknown"],
  ["::1:2:3:4:5:6:7:8", "unknown"],
  ["1:2:3:4:5:6:7", "unknown"],
  ["::ffff:192.0.2.256", "unknown"],
  ["x::1", "unknown"],
  ["1::g", "unknown"],
  ["12345::1", "unknown"],
  ["1:::2", "unknown"],
  ["256.1.1.1", "unknown"],
  ["1.2.3.4.5", "unknown"],
  ["1234.1.1.1", "unknown"],
  ["a1.2.3.4", "unknown"],
  ["1a.2.3.4", "unknown"],
  ["1..3.4", "unknown"],
  [" 1.2.3.4", "unknown"],
  ["1.2.3.4 ", "unknown"],
  ["1e1.2.3.4", "unknown"],
  ["1::1.2.3.4x", "unknown"],
  ["x\n1::1.2.3.4", "unknown"],
])("%s falls into the bucket %s", (address, bucket) => {
  expect(addressBucket(address)).toBe(bucket);
});
