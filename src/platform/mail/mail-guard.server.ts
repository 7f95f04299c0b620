import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** The address of a mail server, checked right before connecting. */
type MailServerAddress =
  | { readonly kind: "open"; readonly addresses: readonly string[] }
  /** Not a server in the open network, or not a port for sending mail. */
  | { readonly kind: "forbidden" }
  /** The name does not resolve at the moment. */
  | { readonly kind: "unknown" };

export type MailGuard = ReturnType<typeof createMailGuard>;

export type MailGuardOptions = {
  /** SMTP_ALLOWED_HOSTS: names or addresses that are allowed even outside the open network. */
  readonly hosts?: readonly string[];
  /** SMTP_ALLOWED_PORTS: ports that are allowed besides those of mail. */
  readonly ports?: readonly number[];
  /** Resolves a name to addresses; tests use a resolver whose answers change. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
};

const mailPorts = [25, 465, 587, 2525];

/** IPv4 outside the open network: this machine, private, carrier, link-local (metadata services), test, multicast. */
const closedIPv4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3";
/** IPv6: only global unicast is open. These ranges inside it are closed, such as those that carry an IPv4 address. */
const closedIPv6 = "2001::/23 2001:db8::/32 2002::/16 3fff::/20";

const closedRanges = new BlockList();
for (const range of `${closedIPv4} ${closedIPv6}`.split(" ")) {
  const [net = "", prefix] = range.split("/");
  closedRanges.addSubnet(net, Number(prefix), isIP(net) === 6 ? "ipv6" : "ipv4");
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** Whether an address lies in the open network. */
function isOpenAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closedRanges.check(address, "ipv4");
  return family === 6 && globalUnicast.check(address, "ipv6") && !closedRanges.check(address, "ipv6");
}

// The last label must have a letter, because a resolver takes 127.1, 0x7f000001 and 2130706433 for addresses.
const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!0x)(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Keeps the mail settings, which an administrator types, from reaching this process's own network. */
export function createMailGuard({ hosts = [], ports = [], resolve = resolveName }: MailGuardOptions = {}) {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));

  function problemWith(host: string, port: number): "host" | "port" | undefined {
    if (!mailPorts.includes(port) && !ports.includes(port)) return "port";
    if (allowed.has(host.toLowerCase())) return undefined;
    if (isIP(host)) return isOpenAddress(host) ? undefined : "host";
    return hostName.test(host) ? undefined : "host";
  }

  return {
    /** Checks without a lookup: the form of the name, a forbidden address, the port. */
    problemWith,
    /** Returns the addresses of a mail server, to be tried in turn. One forbidden address forbids all. Never rejects. */
    async findAddress(host: string, port: number): Promise<MailServerAddress> {
      if (problemWith(host, port)) return { kind: "forbidden" };
      const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
      if (addresses.length === 0) return { kind: "unknown" };
      if (!allowed.has(host.toLowerCase()) && !addresses.every(isOpenAddress)) return { kind: "forbidden" };
      return { kind: "open", addresses };
    },
  };
}

async function resolveName(host: string): Promise<string[]> {
  // A resolver that never answers must not hold up an email for ever.
  const deadline = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the name service took too long")), 10_000).unref();
  });
  const found = await Promise.race([lookup(host, { all: true }), deadline]);
  return found.map(({ address }) => address);
}
