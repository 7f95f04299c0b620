/** The night's own address, else the club's, with its map link; null when neither is known. */
export function placeOf(
  { location, address }: { readonly location: string; readonly address: string | null },
  clubAddress: string,
) {
  const knownAddress = address || clubAddress;
  if (!knownAddress) return null;
  const searchText = knownAddress.includes(location) ? knownAddress : `${location}, ${knownAddress}`;
  return {
    address: knownAddress,
    mapUrl: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(searchText)}`,
  };
}
