/** The place of a night on a map; null where nobody wrote an address. */
export type NightPlace = { readonly address: string; readonly mapUrl: string };

/** A night's own address, else the club's, and where a map shows it. */
export function placeOf(
  { location, address }: { readonly location: string; readonly address: string | null },
  clubAddress: string,
): NightPlace | null {
  const known = address || clubAddress;
  if (!known) return null;
  const sought = known.includes(location) ? known : `${location}, ${known}`;
  return {
    address: known,
    mapUrl: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(sought)}`,
  };
}
