import { describe, expect, it } from "vitest";
import { createMailGuard } from "./mail-guard.server.ts";

const guard = createMailGuard({ resolve: async () => ["93.184.216.34"] });

describe("the allowed addresses of a mail server", () => {
  it.each([
    ..."127.0.0.1 localhost ::1 0.0.0.0 169.254.169.254 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1".split(
      " ",
    ),
    ..."fd00::1 fe80::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001::1 :: ff02::1".split(
      " ",
    ),
    ..."2130706433 0x7f000001 127.1 0177.0.0.1 1.2.3.4.5 a.b.0x7f mail mail. -a.ro a..ro http://mail.ro mail.ro/x user@mail.ro".split(
      " ",
    ),
    "mail.ro\r\nRCPT",
    "mail ro.ro",
    "",
    `${"a".repeat(64)}.ro`,
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.51.100.7",
    "203.0.113.9",
  ])("is not %j", async (host) => {
    expect(guard.problemWith(host, 587)).toBe("host");
    expect(await guard.findAddress(host, 587)).toEqual({ kind: "forbidden" });
  });

  it.each(["smtp.exemplu.ro", "MAIL.exemplu.ro", "93.184.216.34", "2606:4700::1111", "xn--ppa.ro"])(
    "allows %j",
    (host) => expect(guard.problemWith(host, 587)).toBeUndefined(),
  );

  it.each([22, 6379, 5432, 80, 0, 70_000, 2526, 1])("refuses port %i", async (port) => {
    expect(guard.problemWith("smtp.exemplu.ro", port)).toBe("port");
    expect(await guard.findAddress("smtp.exemplu.ro", port)).toEqual({ kind: "forbidden" });
  });
  it.each([25, 465, 587, 2525])("allows port %i", (port) =>
    expect(guard.problemWith("smtp.exemplu.ro", port)).toBeUndefined(),
  );

  it.each([
    ["a name of this machine", ["127.0.0.1"]],
    ["a name with one open and one private address", ["93.184.216.34", "10.0.0.7"]],
    ["a name of the metadata service", ["169.254.169.254"]],
    ["a name of a private IPv6 network", ["fd12::1"]],
  ])("is not %s", async (_what, addresses) => {
    const asking = createMailGuard({ resolve: async () => addresses });
    expect(await asking.findAddress("smtp.exemplu.ro", 587)).toEqual({ kind: "forbidden" });
  });

  it("is resolved for each connection, which goes to the checked address (rebinding)", async () => {
    const answers = [["93.184.216.34"], ["127.0.0.1"]];
    const rebound = createMailGuard({ resolve: async () => answers.shift() ?? [] });
    expect(await rebound.findAddress("smtp.exemplu.ro", 587)).toEqual({
      kind: "open",
      addresses: ["93.184.216.34"],
    });
    expect(await rebound.findAddress("smtp.exemplu.ro", 587)).toEqual({ kind: "forbidden" });
    expect(await rebound.findAddress("smtp.exemplu.ro", 587)).toEqual({ kind: "unknown" });
  });

  it("may be a relay of the own network when the operator allows it", async () => {
    const own = createMailGuard({
      hosts: ["relay.local", "10.0.0.9"],
      ports: [1025],
      resolve: async () => ["10.0.0.9"],
    });
    expect(await own.findAddress("Relay.local", 1025)).toEqual({ kind: "open", addresses: ["10.0.0.9"] });
    expect(await own.findAddress("10.0.0.9", 25)).toEqual({ kind: "open", addresses: ["10.0.0.9"] });
    expect(await own.findAddress("10.0.0.8", 25)).toEqual({ kind: "forbidden" });
    expect(await own.findAddress("other.local.ro", 25)).toEqual({ kind: "forbidden" });
  });
});
