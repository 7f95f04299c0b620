export function readSessionToken(_headers: Headers, _origin: string): string | undefined {
  return undefined;
}
