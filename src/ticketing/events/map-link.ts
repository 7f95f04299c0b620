/** A night's address, and a link to it on a map. */
export type NightPlace = { readonly address: string; readonly mapUrl: string };

/** The night's own address, else the club's, with its map link; null when neither is known. */
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
