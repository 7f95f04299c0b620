/** The eight groups of an IPv6 address; undefined for other texts. A zone ("%eth0") is cut off. */
function groupsOf(address: string): number[] | undefined {
  const [bare = ""] = address.toLowerCase().split("%");
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(bare);
  const tail = dotted?.[2] === undefined ? undefined : bytesOf(dotted[2]);
  if (dotted && !tail) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = tail ?? [];
  const text = dotted ? `${dotted[1]}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}` : bare;
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head = [], rest = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - rest.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...rest];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : undefined;
}

function bytesOf(address: string): number[] | undefined {
  const bytes = address.split(".");
  if (bytes.length !== 4 || !bytes.every((byte) => /^\d{1,3}$/.test(byte) && Number(byte) <= 255))
    return undefined;
  return bytes.map(Number);
}

/** The four bytes of an IPv4 address, also of one written as IPv6 (::ffff:1.2.3.4); undefined for other texts. */
function ipv4Of(address: string): number[] | undefined {
  const plain = bytesOf(address);
  if (plain) return plain;
  const groups = groupsOf(address);
  if (!groups?.slice(0, 5).every((group) => group === 0) || groups[5] !== 0xffff) return undefined;
  const [, , , , , , high = 0, low = 0] = groups;
  return [high >> 8, high & 255, low >> 8, low & 255];
}

/** A network of an address: the key by which limits count it, and its budget, in budgets of one address. */
type Network = { readonly key: string; readonly times: number };

/** The budget of a /48, in budgets of one /64: one client may have the 65,536 networks of a whole /48. */
export const budgetsOfWiderNetwork = 10;

/**
 * The networks by which limits count an address, the narrowest first: the IPv4 address, or the /64 of an IPv6
 * address, because one household has a whole /64, and its /48. All spellings of an address share them; so do all
 * texts that are no address.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const four = ipv4Of(address);
  const groups = four ? undefined : groupsOf(address);
  if (!groups) return [{ key: four?.join(".") ?? "unknown", times: 1 }];
  const first = (count: number) => groups.slice(0, count).map((group) => group.toString(16));
  return [
    { key: `${first(4).join(":")}::/64`, times: 1 },
    { key: `${first(3).join(":")}::/48`, times: budgetsOfWiderNetwork },
  ];
}

/** The narrowest of `networksOf`. */
export function addressBucket(address: string): string {
  return networksOf(address)[0].key;
}

/** The part of an address that we store: its network (IPv4 /24, IPv6 /48), never the whole; null for other texts. */
export function truncatedAddress(address: string): string | null {
  const four = ipv4Of(address);
  if (four) return `${four.slice(0, 3).join(".")}.0`;
  const groups = groupsOf(address);
  return groups
    ? `${groups
        .slice(0, 3)
        .map((group) => group.toString(16))
        .join(":")}::`
    : null;
}
