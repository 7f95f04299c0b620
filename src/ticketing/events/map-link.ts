/** The night's own address, else the club's, with its map link; null when neither is known. */
export function placeOf(
  { location, address }: { readonly location: string; readonly address: string | null },
  clubAddress: string,
) {
  const known = address || clubAddress;
  if (!known) return null;
  const sought = known.includes(location) ? known : `${location}, ${known}`;
  return {
    address: known,
    mapUrl: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(sought)}`,
  };
}
